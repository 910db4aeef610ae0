import { given } from '../api.ts';
import { cents, shown, shownCents, sumCents } from '../money.ts';
import type { Employer, Scene } from '../scene.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const PAY = 9_000;

interface Pay {
  cpp: number;
  qpp: number;
  qpp2: number;
  ei: number;
  qpip: number;
  federal_tax: number;
  provincial_tax: number;
}

/**
 * One person's year: 9,000 a month in Ontario with forms of the year before, whose amounts are indexed at New Year; in
 * August she moves to Quebec with the same employer, and in autumn the year's maximums are reached.
 */
export const lookAtAYear = async ({ stage }: Scene, { api }: Employer): Promise<void> => {
  stage.act("One person's year: indexed claims, a move to Quebec in August, maximums reached");
  const pays: Pay[] = [];
  const soFar = (name: keyof Pay): number => sumCents(pays.map((pay) => pay[name])) / 100;
  let claimed: Record<string, number> = {};
  for (const [index] of MONTHS.entries()) {
    const isInQuebec = index >= 7;
    const { data } = await given(
      api.POST('/calculations/statutory_withholdings', {
        body: {
          pay_date: `2026-${String(index + 1).padStart(2, '0')}-28`,
          pay_frequency: 'monthly',
          period_number: index + 1,
          province_of_employment: isInQuebec ? 'QC' : 'ON',
          regular_pay: PAY,
          federal_claim: { amount: '16129.00', effective_from: '2025-01-01' },
          provincial_claim: isInQuebec ? 'basic' : { amount: '12747.00', effective_from: '2025-01-01' },
          year_to_date: {
            pensionable: PAY * index,
            insurable: PAY * index,
            insurable_quebec: PAY * Math.max(0, index - 7),
            ...Object.fromEntries((['cpp', 'qpp', 'qpp2', 'ei', 'qpip'] as const).map((name) => [name, soFar(name)])),
          },
        },
      }),
    );
    pays.push(data.employee);
    if (index === 0) {
      const steps: { name: string; value: number }[] = data.explanation;
      claimed = Object.fromEntries(steps.map(({ name, value }) => [name, value]));
    }
  }
  stage.table(
    ['month', 'where', 'CPP', 'QPP', 'QPP2', 'EI', 'QPIP', 'federal tax', 'provincial'],
    pays.map((pay, index) => [
      MONTHS[index]!,
      index >= 7 ? 'Quebec' : 'Ontario',
      ...[pay.cpp, pay.qpp, pay.qpp2, pay.ei, pay.qpip, pay.federal_tax, pay.provincial_tax].map(shown),
    ]),
    [2, 3, 4, 5, 6, 7, 8],
  );
  stage.claim('her claims of 2025 count with the indexing of 2026', [claimed.TC, claimed.TCP], [16_452, 12_989]);
  stage.claim(
    'contributions to the CPP count for the QPP: what September asks for is what is left of its maximum',
    [cents(pays[7]!.qpp), cents(pays[8]!.qpp), cents(pays[9]!.qpp)],
    [54_863, 9_026, 0],
  );
  stage.claim('the second additional contribution begins above 74,600 and ends at 416', soFar('qpp2'), 416);
  const premiums = Math.round(63_000 * 1.63) + Math.round(5_900 * 1.3);
  stage.claim('each insurable dollar bears the EI rate of where it was earned', cents(soFar('ei')), premiums);
  stage.say(`EI of the year: ${shownCents(premiums)}, of which 76.70 in Quebec.`);
};
