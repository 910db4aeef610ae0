import type { Text } from '../values/text.ts';

/**
 * A Canadian financial institution: its name, and how many digits its account numbers have.
 *
 * Numbers and names: the numbers that Payments Canada assigns, as public lists of routing numbers give them (compared
 * in 2026). Its own directory is for members only; it also has the addresses of branches, so these are not known here.
 * Lengths: as on the institutions' direct deposit forms. Where these give none, an account number has 5 to 12 digits:
 * a payment record of CPA Standard 005 has room for 12.
 */
export interface Institution {
  name: Text;
  /** Numbers of digits that an account number may have; null where the institution publishes none. */
  lengths: readonly number[] | null;
}

/** Digits of an account number where the institution publishes no length. */
const MIN_DIGITS = 5;
const MAX_DIGITS = 12;

const institution = (en: string, fr: string = en, lengths: readonly number[] | null = null): Institution => ({
  name: { en, fr },
  lengths,
});
const SEVEN = [7];

/** Institutions by number. */
export const INSTITUTIONS: Readonly<Record<string, Institution>> = {
  '001': institution('Bank of Montreal', 'Banque de Montréal', SEVEN),
  // With or without the five digits of the branch before it.
  '002': institution('The Bank of Nova Scotia', 'La Banque de Nouvelle-Écosse', [7, 12]),
  '003': institution('Royal Bank of Canada', 'Banque Royale du Canada', SEVEN),
  // With or without the four digits of the branch before it.
  '004': institution('The Toronto-Dominion Bank', 'La Banque Toronto-Dominion', [7, 11]),
  '006': institution('National Bank of Canada', 'Banque Nationale du Canada', SEVEN),
  '010': institution('Canadian Imperial Bank of Commerce', 'Banque Canadienne Impériale de Commerce', SEVEN),
  // Its customers moved to the Royal Bank in 2024; payments to the old numbers are forwarded.
  '016': institution('HSBC Bank Canada', 'Banque HSBC Canada', [9]),
  '030': institution('Canadian Western Bank', "Banque canadienne de l'Ouest"),
  '039': institution('Laurentian Bank of Canada', 'Banque Laurentienne du Canada'),
  '177': institution('Bank of Canada', 'Banque du Canada'),
  '219': institution('ATB Financial'),
  '240': institution('Royal Bank of Scotland N.V. (Canada Branch)'),
  '241': institution('Bank of America, National Association'),
  '242': institution('The Bank of New York Mellon'),
  '245': institution('MUFG Bank, Canada Branch'),
  '250': institution('BNP Paribas'),
  '260': institution('Citibank Canada'),
  '265': institution('Deutsche Bank AG'),
  '269': institution('Mega International Commercial Bank'),
  '270': institution('JPMorgan Chase Bank, National Association'),
  '275': institution('KEB Hana Bank Canada', 'Banque KEB Hana du Canada'),
  '277': institution('Mizuho Bank, Canada Branch'),
  '290': institution('UBS Bank (Canada)', 'UBS Banque (Canada)'),
  '292': institution('Société Générale (Canada Branch)', 'Société Générale (succursale du Canada)'),
  '294': institution('State Bank of India (Canada)', "Banque d'État de l'Inde (Canada)"),
  '301': institution('Sumitomo Mitsui Banking Corporation, Canada Branch'),
  '303': institution('Amex Bank of Canada', 'Banque Amex du Canada'),
  '307': institution('Industrial and Commercial Bank of China (Canada)'),
  '308': institution('Bank of China (Canada)', 'Banque de Chine (Canada)'),
  '309': institution('Vancity Community Investment Bank'),
  '310': institution('First Nations Bank of Canada', 'Banque des Premières Nations du Canada'),
  '311': institution('BofA Canada Bank'),
  '314': institution('J.P. Morgan Bank Canada', 'Banque J.P. Morgan Canada'),
  '315': institution('CTBC Bank Corp. (Canada)'),
  '318': institution('U.S. Bank National Association'),
  '320': institution("President's Choice Bank", 'Banque le Choix du Président'),
  '321': institution('Habib Canadian Bank'),
  '322': institution('Rabobank Nederland'),
  '323': institution('Capital One Bank (Canada Branch)', 'Capital One Bank (succursale du Canada)'),
  // Its customers became those of CIBC itself in 2017.
  '326': institution('Canadian Imperial Bank of Commerce (Amicus)', 'Banque Canadienne Impériale de Commerce (Amicus)'),
  '327': institution('State Street Bank and Trust Company'),
  '328': institution('Citibank, N.A.'),
  '330': institution('Comerica Bank'),
  '332': institution('First Commercial Bank'),
  '333': institution('HSBC Bank USA, National Association'),
  '334': institution('VersaBank'),
  '335': institution('United Overseas Bank Limited'),
  '338': institution('Canadian Tire Bank', 'Banque Canadian Tire'),
  '339': institution('UBS AG, Canada Branch', 'UBS AG, succursale du Canada'),
  '340': institution('ICICI Bank Canada', 'Banque ICICI du Canada'),
  '342': institution('Bank West'),
  '343': institution('ADS Canadian Bank', 'Banque canadienne ADS'),
  '344': institution('General Bank of Canada', 'Banque Générale du Canada'),
  '345': institution('Fifth Third Bank'),
  '346': institution('Société Générale (Canada Branch, Ontario)', 'Société Générale (succursale du Canada, Ontario)'),
  '347': institution('Bridgewater Bank'),
  '349': institution('The Northern Trust Company, Canada Branch'),
  '352': institution('DirectCash Bank'),
  '355': institution('Shinhan Bank Canada', 'Banque Shinhan du Canada'),
  '356': institution('Citco Bank Canada', 'Banque Citco Canada'),
  '357': institution('M&T Bank'),
  '358': institution('HomeEquity Bank', 'Banque HomeEquity'),
  '359': institution('Duo Bank of Canada', 'Banque Duo du Canada'),
  '360': institution('Barclays Bank PLC, Canada Branch'),
  '361': institution('Home Bank', 'Banque Home'),
  '362': institution('Wells Fargo Bank, National Association, Canadian Branch'),
  '365': institution('PNC Bank Canada Branch'),
  '366': institution('China Construction Bank, Toronto Branch'),
  '368': institution('Rogers Bank', 'Banque Rogers'),
  '370': institution('Wealth One Bank of Canada', 'Banque WealthOne du Canada'),
  '372': institution('Bank of China, Toronto Branch', 'Banque de Chine, succursale de Toronto'),
  '374': institution('Motus Bank'),
  '376': institution('Exchange Bank of Canada', 'Banque de change du Canada'),
  '377': institution('RFA Bank of Canada', 'Banque RFA du Canada'),
  '378': institution('Cidel Bank Canada', 'Banque Cidel Canada'),
  '381': institution('Haventree Bank', 'Banque Haventree'),
  '382': institution('Coast Capital Savings Federal Credit Union'),
  '383': institution('Peoples Bank of Canada', 'Banque Peoples du Canada'),
  '507': institution('Community Trust Company'),
  '509': institution('The Canada Trust Company', 'La Société Canada Trust'),
  '522': institution('Laurentian Trust of Canada', 'Trust La Laurentienne du Canada'),
  '532': institution('Effort Trust Company'),
  '536': institution('Investors Group Trust Co. Ltd.', 'La Compagnie de Fiducie du Groupe Investors'),
  '540': institution('Manulife Bank of Canada', 'Banque Manuvie du Canada'),
  '548': institution('CIBC Trust Corporation', 'Compagnie Trust CIBC'),
  '550': institution('Montreal Trust Company of Canada', 'Compagnie Montréal Trust du Canada'),
  '551': institution('Sun Life Financial Trust', 'Fiducie de la Financière Sun Life'),
  '568': institution('Peace Hills Trust Company'),
  '570': institution('Royal Trust Company', 'Compagnie Trust Royal'),
  '580': institution('Royal Trust Corporation of Canada', 'Société Trust Royal du Canada'),
  '590': institution('National Trust Company', 'Compagnie Trust National'),
  '592': institution('Royal Bank Mortgage Corporation', 'Société hypothécaire de la Banque Royale'),
  '597': institution('TD Mortgage Corporation', "Société d'hypothèques TD"),
  '603': institution('TD Pacific Mortgage Corporation'),
  '604': institution('HSBC Mortgage Corporation (Canada)', 'Société hypothécaire HSBC (Canada)'),
  '606': institution('Scotia Mortgage Corporation', 'Société hypothécaire Scotia'),
  '608': institution('Alterna Bank', 'Banque Alterna'),
  '612': institution('Natcan Trust Company', 'Société de fiducie Natcan'),
  '614': institution('Tangerine Bank', 'Banque Tangerine', [10]),
  '618': institution('B2B Bank', 'B2B Banque'),
  '621': institution('Peoples Trust Company', 'Compagnie de Fiducie Peoples'),
  '623': institution('Equitable Bank', 'Banque Équitable'),
  '625': institution('Industrial Alliance Trust Inc.', 'Industrielle Alliance, Fiducie inc.'),
  '626': institution('Manulife Trust Company', 'Société de fiducie Manuvie'),
  '627': institution('Home Trust Company', 'Compagnie Home Trust'),
  '630': institution('Household Trust Company'),
  '701': institution('Edward Jones'),
  '702': institution('Manufacturers Life Insurance Company', "La Compagnie d'Assurance-Vie Manufacturers"),
  '703': institution('Wealthsimple'),
  '803': institution('Latvian Credit Union'),
  '806': institution('DUCA Financial Services Credit Union'),
  '807': institution('Communication Technologies Credit Union'),
  '808': institution('Arnstein Community Credit Union'),
  '809': institution('Central 1 Credit Union (British Columbia)', 'Central 1 Credit Union (Colombie-Britannique)'),
  '810': institution('All Trans Financial Services Credit Union'),
  '815': institution('Fédération des caisses Desjardins du Québec', undefined, SEVEN),
  '819': institution('Fédération des caisses populaires du Manitoba'),
  '828': institution('Central 1 Credit Union (Ontario)'),
  '829': institution("Fédération des caisses populaires de l'Ontario", undefined, SEVEN),
  '830': institution('Airline Financial Credit Union'),
  '837': institution('Meridian Credit Union'),
  '839': institution('Atlantic Central'),
  '840': institution('Dundalk District Credit Union'),
  '842': institution('Alterna Savings and Credit Union', 'Caisse Alterna'),
  '844': institution('Goderich Community Credit Union'),
  '846': institution('Ontario Civil Service Credit Union'),
  '848': institution('DUCA Financial Services Credit Union'),
  '849': institution('Atlantic Central'),
  '853': institution('Concentra Bank', 'Banque Concentra'),
  '854': institution('Golden Horseshoe Credit Union'),
  '865': institution('UNI Financial Cooperation', 'UNI Coopération financière'),
  '869': institution('Central 1 Credit Union'),
  '879': institution('Credit Union Central of Manitoba'),
  '889': institution('SaskCentral'),
  '890': institution("Alliance des caisses populaires de l'Ontario", undefined, SEVEN),
  '899': institution('Credit Union Central Alberta'),
};

/**
 * Checks the length of an account number at an institution.
 *
 * @param account digits only
 * @returns what is wrong; undefined when it is valid, or the institution is not known
 */
export const accountNumberProblem = (institutionNumber: string, account: string): Text | undefined => {
  const found = INSTITUTIONS[institutionNumber];
  if (!found) return undefined;
  const { name, lengths } = found;
  if (lengths === null)
    return account.length >= MIN_DIGITS && account.length <= MAX_DIGITS
      ? undefined
      : {
          en: `must have ${MIN_DIGITS} to ${MAX_DIGITS} digits`,
          fr: `doit avoir de ${MIN_DIGITS} à ${MAX_DIGITS} chiffres`,
        };
  if (lengths.includes(account.length)) return undefined;
  return {
    en: `must have ${lengths.join(' or ')} digits, as every account of ${name.en} has; it has ${account.length}`,
    fr: `doit avoir ${lengths.join(' ou ')} chiffres, comme tout compte de ${name.fr}; il en a ${account.length}`,
  };
};
