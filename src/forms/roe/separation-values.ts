import type { FormValues } from '../model/form-type.ts';
import type { RoeContent } from './content.ts';

/** Block 17: what is paid because of the separation, or falls behind it. */
export const separationValues = (content: RoeContent): FormValues => ({
  block_17a_vacation_pay_code: content.vacation_pay?.code ?? null,
  block_17a_vacation_pay_start_date: content.vacation_pay?.start ?? null,
  block_17a_vacation_pay_end_date: content.vacation_pay?.end ?? null,
  block_17a_vacation_pay_amount: content.vacation_pay?.amount ?? null,
  ...Object.fromEntries(
    content.holidays.flatMap(({ date, amount }, i) => [
      [`block_17b_holiday_${i + 1}_date`, date],
      [`block_17b_holiday_${i + 1}_amount`, amount],
    ]),
  ),
  ...Object.fromEntries(
    content.other_monies.flatMap(({ code, amount }, i) => [
      [`block_17c_other_monies_${i + 1}_code`, code],
      [`block_17c_other_monies_${i + 1}_amount`, amount],
    ]),
  ),
  // What has no room in block 17 is not left out: block 18 says it.
  ...(content.unreported.length > 0 ? { block_18_comments: comments(content.unreported) } : {}),
});

const comments = (unreported: RoeContent['unreported']): string =>
  unreported
    .map(({ block, code, amount }) => [block, code, amount].filter((part) => part !== null).join(' '))
    .join('; ');
