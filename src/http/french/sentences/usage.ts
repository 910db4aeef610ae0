/** Descriptions of what companies are billed for: the English as it is declared, and the French of it. */
export const USAGE: Readonly<Record<string, string>> = {
  'One billable event of a company, with the record that caused it.':
    "Un événement facturable d'une compagnie, avec le dossier qui l'a causé.",
  'Number of billable events of one kind of a company in one month.':
    "Combien il y a d'un genre d'événement facturable d'une compagnie en un mois.",
  'The company that used the service': 'La compagnie qui a utilisé le service',
  'The billable event: an employer that left preview, or a pay stub that was paid':
    "Ce qui est compté : un employeur qui paie ses gens avec de l'argent, ou un bulletin de paie qui fut payé",
  'The record that caused it: the pay stub, or the employer':
    "Ce qui l'a causé : le bulletin de paie qui fut payé, ou l'employeur",
  'When it happened, in Toronto time': "Quand cela s'est produit, à l'heure de Toronto",
  'The billable event': 'Ce qui est compté',
  'Number of events': 'Combien il y en a',
  'First day of the month, in Toronto time': "Premier jour du mois, à l'heure de Toronto",
  'Last day of the month': 'Dernier jour du mois',
  'Filter by event: one value or several': 'Son événement : une ou plusieurs des valeurs',
  'Months that begin on or after this day': 'Les mois qui commencent ce jour ou après',
  'Months that end on or before this day': 'Les mois qui finissent ce jour ou avant',
  'List usage summaries': "Énumérer les sommaires d'utilisation",
  'Retrieve a usage summary': "Obtenir un sommaire d'utilisation",
};
