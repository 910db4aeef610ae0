import { eventsOf } from '../kernel/definition/record-events.ts';
import type { Aggregate, EventBody, RecordOf } from '../kernel/definition/resource.ts';
import { addDays } from '../values/dates.ts';

const ENROLLMENT = 'remittance_account_enrollment';
const enrollment = eventsOf(ENROLLMENT);

type Enrollment = RecordOf<typeof ENROLLMENT>;

const until = ({ effective_to }: Enrollment): string => effective_to ?? '9999-12-31';

/** The members that every event of an enrollment repeats. */
const identity = ({ id, remittance_account_id, work_assignment_id }: Enrollment) => ({
  id,
  remittance_account_id,
  work_assignment_id,
});

/**
 * The events for an enrollment that replaces others with the same provider that it overlaps: one that began earlier
 * ends the day before it, and one that began on its first day or later is deleted. Its own `replaces` is then reset.
 *
 * @param aggregate of the work assignment, including the new enrollment
 */
export const replacedEnrollments = (aggregate: Aggregate): EventBody[] => {
  const enrollments = aggregate.all(ENROLLMENT);
  return enrollments
    .filter(({ replaces }) => replaces === true)
    .flatMap((winner) => {
      const from = winner.effective_from;
      const overlapped = enrollments.filter(
        (other) =>
          other.id !== winner.id &&
          other.account_provider === winner.account_provider &&
          other.effective_from <= until(winner) &&
          from <= until(other),
      );
      return [
        enrollment.changed({ ...identity(winner), replaces: false }),
        ...overlapped.map((other) =>
          other.effective_from < from
            ? enrollment.changed({ ...identity(other), effective_to: addDays(from, -1) })
            : enrollment.deleted(identity(other)),
        ),
      ];
    });
};
