/**
 * The version of each projection, raised by hand. Raise it when its tables or what it makes of events change: the next
 * start then builds the new generation beside the old one. A test fails when that was forgotten. A projection that is
 * not named here has version 1.
 */
export const VERSIONS: Readonly<Record<string, number>> = {
  accounting: 2,
  employers: 2,
  'pay-items': 3,
  payrolls: 7,
  people: 2,
  platform: 2,
};
