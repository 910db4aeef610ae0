import {
  erasePerson,
  formsNeeding,
  isBeingPaid,
  isOwed,
  isStillPaid,
  type Person,
  secondLook,
} from '../../../src/people/erasure.ts';
import { registry } from '../../../src/registry.ts';
import { equal, present } from '../../../src/values/condition.ts';
import { addDays } from '../../../src/values/dates.ts';
import { isText } from '../../../src/values/json.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { operatorOf } from '../process.ts';
import { allOf, ask, chance, some, wait } from '../scene.ts';

/** People who are erased when their work is over. */

/** Members of a person that say who it is, and whose values are nobody else's (commands/forms.ts). */
const TEXTS = ['first_name', 'last_name', 'address_line_1'];

const AGAIN_ms = 1_000;
const MOST_TRIES = 20;

/** Ends all work of somebody, and takes them off the drafts that somebody made. */
const leave = async (scene: Scene, employee_id: string): Promise<void> => {
  const ended = addDays(scene.world.ground.clock.today(), -1 - scene.random.below(40));
  for (const { id } of allOf(scene, 'work_assignment', equal('employee_id', employee_id)))
    await ask(scene, {
      operation: 'terminate_work_assignment',
      params: { work_assignment: id },
      body: { effective_to: ended, archived_at: addDays(ended, 1) },
    });
};

/** What `payroll privacy erase` does, and refuses. @returns whether somebody was erased */
const erased = async ({ world, random }: Scene, person: Person): Promise<boolean> => {
  const { services, due, leave } = await operatorOf(world.ground);
  try {
    const { store, keys, read, gate, clock } = services;
    const readable = async (): Promise<void> => {
      if (!(await gate.followed(await store.head(), [], 60_000))) throw new Error('it cannot be read');
    };
    await readable();
    const isForced = random.next() < 0.5;
    if (await isBeingPaid(person, read)) return false;
    if (await isStillPaid(person, read, clock.today())) return false;
    if (!isForced && ((await isOwed(person, read)) || (await formsNeeding(person, read)) > 0)) return false;
    await due.enqueue([secondLook(person, 'asked')]);
    await erasePerson(person, 'asked', { store, keys, read, registry, occurred_at: clock.instant(), readable });
    return true;
  } finally {
    leave();
  }
};

const erase = async (scene: Scene): Promise<void> => {
  const { world, tenant } = scene;
  const found = some(scene, 'employee', present('last_name'));
  if (!found || !tenant) return;
  await leave(scene, found.id);
  await wait(scene, scene.random.next() * scene.random.pick([5, 500, 5_000]));
  const texts = TEXTS.flatMap((member) => {
    const value = (found as unknown as Record<string, unknown>)[member];
    return isText(value) && value.length > 10 ? [value] : [];
  });
  // Somebody writes about them in the same moment.
  if (chance(scene, 0.5)) {
    const body = { city: `Ottawa ${scene.random.below(100)}` };
    void ask(scene, { operation: 'update_employee', params: { employee: found.id }, body });
  }
  const person: Person = { definition: registry.need('employee'), id: found.id, tenant };
  // What was cut off is given again.
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    try {
      if (await erased(scene, person)) world.erased.push({ id: found.id, texts });
      return;
    } catch {
      await wait(scene, AGAIN_ms);
    }
  }
};

export const erasureActions = {
  erase: { weight: 4, run: erase },
} satisfies Record<string, ActionKind>;
