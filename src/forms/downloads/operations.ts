import { needRow, retrieveOperation } from '../../kernel/calls/operations.ts';
import type { Call, Operation, Reply } from '../../kernel/definition/operation.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import { textIf } from '../../values/json.ts';
import { refused, unavailable } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { rl1FileName } from '../files/rl1.ts';
import { form } from '../form.ts';
import { formBatch, isBeingSubmitted } from '../form-batch.ts';
import { accountNamed } from '../model/accounts.ts';
import { SENT } from '../model/states.ts';
import { hasAssignedNumbers } from '../rl1-numbers.ts';
import { writeSlips } from '../slips/pdf.ts';
import { formTypeOf } from '../types/index.ts';
import { type Asker, filerOf, filledForms } from './filled.ts';
import { spooled } from './spool.ts';
import { fieldsOf, writerOf } from './writers.ts';

/**
 * Slips and agencies' files, made when they are asked for and kept nowhere: they hold social insurance numbers, which
 * are opened for them alone. Each opening is recorded with the person, as by `reveal`.
 */

type Form = RecordOf<'form'>;

const FILES = ['pdf', 'xml'] as const;
type FileKind = (typeof FILES)[number];
/** Forms of a batch that are worked on at a time. */
const FORMS_AT_ONCE = 200;

const askerOf = (call: Call, { scope_id }: { scope_id: string }): Asker => ({
  tenant: { ...call.tenant, company_id: scope_id },
  origin: call.origin,
  services: call.services,
});

const employerOf = async (id: string | null, asker: Asker): Promise<RecordOf<'business_entity'>> => {
  const employer = id === null ? undefined : await asker.services.read.get('business_entity', asker.tenant, id);
  if (!employer) throw refused({ en: 'The form names no employer.', fr: 'Le formulaire ne nomme aucun employeur.' });
  return employer;
};

const fileReply = (type: FileKind, name: string, bytes: AsyncIterable<Uint8Array>): Reply => ({
  status: 200,
  headers: { 'Cache-Control': 'no-store' },
  file: { type, bytes, name },
});

/** Service Canada's file adds records and replaces them; one is deleted on the pages of ROE Web (docs/forms.md). */
const notCancelledByFile = ({ values }: Form): Text => {
  const serial = textIf(values.block_2_serial_number_of_amended_or_replaced);
  return {
    en: `Service Canada cancels no record of employment by a file, which could only replace it: delete ${serial === undefined ? 'the record' : `record ${serial}`} in ROE Web.`,
    fr: `Service Canada n'annule aucun relevé d'emploi par un fichier, qui ne pourrait que le remplacer : supprimez le relevé${serial === undefined ? '' : ` ${serial}`} dans RE Web.`,
  };
};

/** An RL-1 of a batch that waits to be uploaded: its file would name a transmitter that its number is not of. */
const ofOtherSeries = ({ id }: Form): Text => ({
  en: `The form ${id} has a number that is none of those that are set now (RQ_RL1_NUMBERS): the batch was submitted with another transmitter number or series. The operator of this service sets those of then until the file is uploaded, or rejects the batch, so that its forms are made again.`,
  fr: `Le formulaire ${id} a un numéro qui n'est pas de ceux qui sont configurés maintenant (RQ_RL1_NUMBERS) : le lot a été soumis avec un autre numéro de transmetteur ou d'autres séries. L'exploitant de ce service doit remettre ceux d'alors jusqu'à l'envoi du fichier, ou rejeter le lot pour que ses formulaires soient refaits.`,
});

/** What of a form cannot be had as a file. @throws Problem 400 */
const refuseExport = (record: Form, kind: FileKind): void => {
  const { type, status, stage } = record;
  const { exportable_as, life } = formTypeOf(type);
  if (!exportable_as.includes(kind) || (kind === 'xml' && life === 'in_batches'))
    throw refused(
      life === 'in_batches'
        ? {
            en: 'The file of a year-end form is that of its batch: download that.',
            fr: "Le fichier d'un formulaire de fin d'année est celui de son lot : téléchargez celui-ci.",
          }
        : {
            en: `A form of type ${type} is kept by the employer: it is in no file.`,
            fr: `Un formulaire de type ${type} reste chez l'employeur : il n'est dans aucun fichier.`,
          },
    );
  if (kind === 'xml' && stage === 'cancellation') throw refused(notCancelledByFile(record));
  if (life === 'in_batches' && status === 'draft')
    throw refused({
      en: 'The form is a draft: its slip is available when it is approved.',
      fr: "Le formulaire est « draft » : un feuillet s'obtient quand il est approuvé.",
    });
};

const downloadForm: Operation = {
  id: 'download_form',
  method: 'GET',
  path: `${form.path}/{form}/download`,
  auth: 'company',
  tag: form.object,
  resource: form,
  localized: true,
  reveal: true,
  summary: 'Download a form',
  description:
    "The format follows Accept: the recipient's slip as PDF, in the language of the request, or a record of employment as XML for Service Canada. The file contains the social insurance number, so each call is recorded with its caller, and a separate rate limit applies.",
  answers: { 200: { description: 'The slip, or the file for the agency', files: FILES } },
  problems: [400, 404, 422],
  run: async (call) => {
    const record = await needRow(form, call);
    const type = formTypeOf(record.type);
    const kind: FileKind = call.choose([...FILES]) === 'xml' ? 'xml' : 'pdf';
    refuseExport(record, kind);
    const asker = askerOf(call, record);
    const filer = await filerOf(await employerOf(record.business_entity_id, asker), {}, call.locale, asker);
    const made = await filledForms([record], asker);
    const forms = async function* () {
      yield* made;
    };
    const name = `${record.type}-${record.tax_year_of ?? record.effective_date}-${record.number ?? record.id}.${kind}`;
    if (kind === 'pdf') {
      const made_at = record.updated_at;
      return fileReply(kind, name, writeSlips({ type, fieldsOf, filer, forms, made_at, locale: call.locale }));
    }
    const filing = {
      type: record.type,
      tax_year: Number(record.effective_date.slice(0, 4)),
      stage: record.stage,
      filer,
      reference: record.number ?? 0,
      count: 1,
      accounts: [accountNamed(record)],
      forms,
    };
    return fileReply(kind, name, await spooled(writerOf(record.type, call)(filing)));
  },
};

const plain = retrieveOperation(form);

const retrieveForm: Operation = {
  ...plain,
  summary: 'Retrieve a form, or its slip or file',
  description:
    'Returns the record as JSON or, by Accept, the PDF or XML of `download`. Then the call is recorded, and the rate limit for revealed values applies.',
  reveal: 'files',
  answers: { 200: { ...plain.answers[200]!, description: 'The record, or its slip or file', files: FILES } },
  problems: [400, 404, 422],
  run: (call) => (call.choose(['json', ...FILES]) === 'json' ? plain : downloadForm).run(call),
};

const NOT_FILED_YET: Text = {
  en: 'The forms of the batch are just being submitted: repeat the request in a moment.',
  fr: 'Les formulaires du lot sont en cours de soumission : répétez la requête dans un instant.',
};

/**
 * A batch as it was submitted, with all of its forms. Until they all are, it may become a draft again, whose file
 * nobody should have.
 *
 * @throws Problem 503 where they are not in time
 */
const submittedBatch = async (call: Call): Promise<RecordOf<'form_batch'>> => {
  const { gate, store } = call.services;
  let record = await needRow(formBatch, call);
  if (!isBeingSubmitted(record)) return record;
  await gate.followed(await store.head(), ['forms'], undefined, call.tenant);
  record = await needRow(formBatch, call);
  if (isBeingSubmitted(record)) throw unavailable(NOT_FILED_YET, 1);
  return record;
};

const downloadFormBatch: Operation = {
  id: 'download_form_batch',
  method: 'GET',
  path: `${formBatch.path}/{form_batch}/download`,
  auth: 'company',
  tag: formBatch.object,
  resource: formBatch,
  localized: true,
  reveal: true,
  summary: 'Download the file of a form batch',
  description:
    "The format follows Accept: the agency's file as XML, once the batch is submitted, or the slips of its forms as PDF, each starting on a new page, in the language of its recipient. The file contains social insurance numbers, so each call is recorded with its caller, and a separate rate limit applies.",
  answers: { 200: { description: 'The file for the agency, or the slips', files: ['xml', 'pdf'] } },
  problems: [400, 404, 422],
  run: async (call) => {
    const record = await submittedBatch(call);
    const kind: FileKind = call.choose(['xml', 'pdf']) === 'pdf' ? 'pdf' : 'xml';
    const asker = askerOf(call, record);
    const { reference } = record;
    // One that was submitted may be a draft again, whose forms change.
    if (reference === null || record.status === 'draft')
      throw refused({
        en: 'The batch is a draft: its files are available once it is submitted.',
        fr: "Le lot est « draft » : ses fichiers s'obtiennent quand il a été soumis.",
      });
    const employer = await employerOf(record.owner_id, asker);
    const filer = await filerOf(employer, record, call.locale, asker);
    const { read } = call.services;
    // One that was put into it in the moment of its submission did not go with it.
    const where = all(equal('form_batch_id', record.id), oneOf('status', [...SENT, 'rejected']));
    const forms = async function* () {
      for await (const rows of read.pages('form', asker.tenant, where, FORMS_AT_ONCE))
        yield* await filledForms(rows, asker);
    };
    const type = formTypeOf(record.form_type);
    const sender = record.form_type === 'rl1' ? call.services.revenuQuebec : null;
    if (kind === 'pdf')
      return fileReply(
        kind,
        `${record.form_type}-${record.tax_year}-${reference}.pdf`,
        writeSlips({ type, fieldsOf, filer, forms, made_at: record.updated_at }),
      );
    // A cancellation has the number of the slip that was filed, whichever series that is of.
    const isToUpload =
      employer.in_preview === false && record.status === 'processing' && record.form_stage !== 'cancellation';
    const byAccount = new Map<string | null, string[]>();
    let count = 0;
    for await (const rows of read.pages('form', asker.tenant, where))
      for (const row of rows) {
        if (sender && isToUpload && !hasAssignedNumbers(row, sender)) throw refused(ofOtherSeries(row));
        const account = accountNamed(row);
        const ids = byAccount.get(account) ?? [];
        byAccount.set(account, ids);
        ids.push(row.id);
        count++;
      }
    const filing = {
      type: record.form_type,
      tax_year: record.tax_year,
      stage: record.form_stage,
      filer,
      reference,
      count,
      accounts: [...byAccount.keys()],
      forms: async function* (account: string | null) {
        const ids = byAccount.get(account) ?? [];
        for (const some of piecesOf(ids, FORMS_AT_ONCE)) {
          const rows = await read.getMany('form', asker.tenant, some);
          yield* await filledForms([...rows.values()], asker);
        }
      },
    };
    const name = sender
      ? rl1FileName(sender, record.tax_year, reference)
      : `${record.form_type}-${record.tax_year}-${reference}.xml`;
    return fileReply(kind, name, await spooled(writerOf(record.form_type, call)(filing)));
  },
};

export const formDownloads: readonly Operation[] = [retrieveForm, downloadForm, downloadFormBatch];
