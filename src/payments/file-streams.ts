import { streamOf } from '../kernel/definition/resource.ts';
import type { DomainEvent } from '../kernel/events/define.ts';
import { paymentFileAbandoned, paymentFileSetAside, paymentFileTakenUp, paymentFileWritten } from './events.ts';

/** The stream that says what files for a bank there are. */

/** The stream in which the files of an originator are decided, one after the other. */
export const fileStream = (originator_id: string): string => streamOf('payment_files', originator_id);

/** The stream of files of an originator that could not be made as they were decided, and of what became of them. */
export const asideStream = (originator_id: string): string => streamOf('payment_files_aside', originator_id);

/** The state of a file that was set aside. */
export interface AsideFile {
  /** Why it could not be made. */
  why: string;
  /** `taken_up`: it is being made after all, or was sent. */
  state: 'set_aside' | 'taken_up' | 'written' | 'abandoned';
}

/**
 * Files that were set aside, by number.
 *
 * @param events of {@link asideStream}, all of them
 */
export const asideFilesIn = (events: readonly DomainEvent[]): Map<number, AsideFile> => {
  const files = new Map<number, AsideFile>();
  const becomes = (number: number, state: AsideFile['state']): void => {
    const file = files.get(number);
    if (file) files.set(number, { ...file, state });
  };
  for (const event of events) {
    if (paymentFileSetAside.is(event)) files.set(event.data.file_number, { why: event.data.why, state: 'set_aside' });
    if (paymentFileTakenUp.is(event)) becomes(event.data.file_number, 'taken_up');
    if (paymentFileWritten.is(event)) becomes(event.data.file_number, 'written');
    if (paymentFileAbandoned.is(event)) becomes(event.data.file_number, 'abandoned');
  }
  return files;
};

/** Whether nobody knows yet what becomes of a file that was set aside: its payments are in no other one. */
export const isOpen = ({ state }: AsideFile): boolean => state === 'set_aside' || state === 'taken_up';
