import { equal } from '../values/condition.ts';
import { reasonOf } from '../values/describe-error.ts';
import { Problem } from '../values/problem.ts';
import { type Audit, type Found, type Invariant, idsOf } from './invariant.ts';

/**
 * Contents of reports, by their length alone: to read them all would take as long as copying FILES_DIR. One that was
 * altered and has its length is found by who reads it.
 */

const AT_ONCE = 1_000;

const ADVICE = 'create the report again; where many are lost, restore FILES_DIR from its backup';

/** The files of the contents, by report; an id that has none is left out. */
const filesOf = async (ids: readonly string[], { services, tenant }: Audit): Promise<Map<string, string>> => {
  const reports = await services.read.getMany('report', tenant, ids);
  return new Map([...reports.values()].flatMap(({ id, content }) => (content ? [[content.file_id, id]] : [])));
};

export const reportContentsAreThere: Invariant = {
  name: 'report_contents_are_there',
  says: 'The content of a report has as many bytes as were written, or was deleted by the service.',
  subjects: ({ services, tenant }) =>
    idsOf(services.read.pages('report', tenant, equal('status', 'completed'), AT_ONCE)),
  inspect: async (ids, audit) => {
    const { services, tenant } = audit;
    const reports = await filesOf(ids, audit);
    try {
      const measured = await services.files.measure([...reports.keys()], tenant);
      return measured.flatMap(({ id, stored, there }): Found[] => {
        if (there === stored) return [];
        const report = reports.get(id)!;
        return [
          { subject: report, record: report, what: `its content has ${there} bytes of ${stored}`, advice: ADVICE },
        ];
      });
    } catch (error) {
      // The place that they are kept in is away: that is one finding, and says nothing of any of them.
      if (!(error instanceof Problem)) throw error;
      return [
        {
          subject: ids[0]!,
          record: tenant.company_id,
          what: `contents of its reports cannot be looked at: ${reasonOf(error.cause)}`,
          advice: 'set FILES_DIR to the folder that files are kept in, and mount its disk',
        },
      ];
    }
  },
};
