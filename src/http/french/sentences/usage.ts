/** Descriptions of what companies are billed for: the English as it is declared, and the French of it. */
export const USAGE: Readonly<Record<string, string>> = {
  'One billable event of a company, with the record that caused it.':
    "Un événement facturable d'une compagnie, avec le dossier qui l'a causé.",
  'How many there are of one kind of billable event of a company in one month.':
    "Combien il y a d'un genre d'événement facturable d'une compagnie en un mois.",
  'The company that used the service': 'La compagnie qui a utilisé le service',
  'What is counted: an employer that pays its people with money, or a pay stub that was paid':
    "Ce qui est compté : un employeur qui paie ses gens avec de l'argent, ou un talon de paie qui fut payé",
  'What caused it: the pay stub that was paid, or the employer':
    "Ce qui l'a causé : le talon de paie qui fut payé, ou l'employeur",
  'When it happened, by the time of Toronto': "Quand cela s'est produit, à l'heure de Toronto",
  'What is counted': 'Ce qui est compté',
  'How many there are': 'Combien il y en a',
  'First day of the month, by the time of Toronto': "Premier jour du mois, à l'heure de Toronto",
  'Last day of the month': 'Dernier jour du mois',
  'Its event: one or several of the values': 'Son événement : une ou plusieurs des valeurs',
  'Months that begin on this day or later': 'Les mois qui commencent ce jour ou après',
  'Months that end on this day or earlier': 'Les mois qui finissent ce jour ou avant',
  'List usage summaries': "Énumérer les sommaires d'utilisation",
  'Retrieve a usage summary': "Obtenir un sommaire d'utilisation",
};
