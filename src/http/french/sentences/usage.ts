/** Descriptions of what companies are billed for: the English as it is declared, and the French of it. */
export const USAGE: Readonly<Record<string, string>> = {
  'One billable event of a company, with the record that caused it.':
    "Un événement facturable d'une compagnie, avec le dossier qui l'a causé.",
  'Number of billable events of one kind of a company in one month.':
    "Nombre d'événements facturables d'une sorte pour une compagnie, en un mois.",
  'The company that used the service': 'La compagnie qui a utilisé le service',
  'The billable event: an employer that left preview, or a pay stub that was paid':
    "L'événement facturable : un employeur qui a quitté l'aperçu, ou un bulletin de paie qui a été payé",
  'The record that caused it: the pay stub, or the employer':
    "Le dossier qui l'a causé : le bulletin de paie, ou l'employeur",
  'When it happened, in Toronto time': "Quand cela s'est produit, à l'heure de Toronto",
  'The billable event': "L'événement facturable",
  'Number of events': "Nombre d'événements",
  'First day of the month, in Toronto time': "Premier jour du mois, à l'heure de Toronto",
  'Last day of the month': 'Dernier jour du mois',
  'Filter by event: one value or several': 'Filtrer par événement : une ou plusieurs valeurs',
  'Months that begin on or after this day': 'Les mois qui commencent ce jour ou après',
  'Months that end on or before this day': 'Les mois qui finissent ce jour ou avant',
  'List usage summaries': "Énumérer les sommaires d'utilisation",
  'Retrieve a usage summary': "Obtenir un sommaire d'utilisation",
};
