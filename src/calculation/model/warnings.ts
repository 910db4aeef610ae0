/** Types of warnings of a pay stub that other rooms look for. */

/** There is no room on it for all pay rates and recurring items in force. */
export const TOO_MANY_ITEMS = 'too_many_recurring_items';

/** It pays a salary for days that another payroll has paid, or beside hours that it holds. */
export const SALARY_PAID_TWICE = 'salary_paid_twice';

/** Its own line items hold hours at a wage beside those of the wage's line item. */
export const WAGE_PAID_TWICE = 'wage_paid_twice';

/** It pays hours or an amount that were entered on the line item of a rate which is not in force in the period. */
export const RATE_NOT_IN_FORCE = 'pay_rate_not_in_force';

/** Those that the payroll tells as well, since who approves it should know. */
export const TOLD_BY_PAYROLLS = [SALARY_PAID_TWICE, WAGE_PAID_TWICE, RATE_NOT_IN_FORCE] as const;
