import type { RecordOf } from '../../kernel/definition/resource.ts';
import { equal } from '../../values/condition.ts';
import { refused } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { writeRl1 } from '../files/rl1.ts';
import { writeRoe } from '../files/roe.ts';
import { writeT4 } from '../files/t4.ts';
import { writeT4a } from '../files/t4a.ts';
import { accountNamed } from '../model/accounts.ts';
import type { FilledForm, WriteFiling } from '../model/filled-form.ts';
import type { FormField } from '../model/form-type.ts';
import { versionOf } from '../of-record.ts';
import { certificationOf, notCertified } from '../rl1-numbers.ts';
import { type Asker, filerOf } from './filled.ts';

/** The makers of agencies' files, and what keeps one of them from being made whatever its forms are. */

/** The fields of a form's version. */
export const fieldsOf = (one: FilledForm): readonly FormField[] => versionOf(one).fields;

const NO_SENDER: Text = {
  en: 'Files for Revenu Québec name their transmitter, and the operator of this service has set none (RQ_TRANSMITTER_NUMBER).',
  fr: "Les fichiers pour Revenu Québec nomment leur transmetteur, et l'exploitant de ce service n'en a configuré aucun (RQ_TRANSMITTER_NUMBER).",
};

/** Who writes the agency's file of a type. @throws Problem 400 where Revenu Québec knows no sender of it */
export const writerOf = (type: string, { services }: Pick<Asker, 'services'>): WriteFiling => {
  switch (type) {
    case 't4':
      return writeT4(fieldsOf);
    case 't4a':
      return writeT4a(fieldsOf);
    case 'rl1': {
      const sender = services.revenuQuebec;
      if (!sender) throw refused(NO_SENDER);
      return writeRl1(fieldsOf, (year) => {
        const certification_number = certificationOf(year, sender);
        if (certification_number === undefined) throw refused(notCertified(year));
        return { ...sender, certification_number, schema_version: `${year}.1` };
      });
    }
    default:
      return writeRoe;
  }
};

/**
 * Writes the file of a batch without any slip, to nowhere: the agency needs to know who files, and who answers its
 * questions. Its forms name the account, if the employer has none.
 *
 * @throws Problem 422 that names the fields of the batch or its employer that are missing or cannot be written
 */
export const needFiler = async (
  batch: RecordOf<'form_batch'>,
  employer: RecordOf<'business_entity'>,
  asker: Asker,
): Promise<void> => {
  const { read } = asker.services;
  const [first] = (await read.first('form', asker.tenant, equal('form_batch_id', batch.id), 1)).rows;
  const account = first ? accountNamed(first) : null;
  const filer = await filerOf(employer, batch, 'en', asker);
  const filing = {
    type: batch.form_type,
    tax_year: batch.tax_year,
    stage: batch.form_stage,
    filer: {
      ...filer,
      cra_account: filer.cra_account ?? account,
      // Its file has no other account than those of the returns.
      rq_account: account ?? filer.rq_account,
    },
    reference: batch.reference ?? 0,
    count: 0,
    accounts: [account],
    forms: async function* () {},
  };
  for await (const _ of writerOf(batch.form_type, asker)(filing));
};
