/** Types of warnings of a pay stub that other rooms look for. */

/** There is no room on it for all pay rates and recurring items in force. */
export const TOO_MANY_ITEMS = 'too_many_recurring_items';

/** It pays a salary for days that another payroll has paid, or beside hours that it holds. */
export const SALARY_PAID_TWICE = 'salary_paid_twice';
