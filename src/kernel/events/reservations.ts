import { z } from 'zod';
import { defineEvent } from './define.ts';

/** Events in the stream of a key that only one record may have (kernel/changes/reservations.ts). */

const holder = z.string().meta({ description: 'The stream of the record that claims the key' });
const claim = z.string().meta({ description: 'Which claim of it, by the revision in this stream' });

export const reservationClaimed = defineEvent({
  type: 'ReservationClaimed',
  version: 1,
  says: 'A record claims a key that only one record may have: of all claims, the last one may continue.',
  data: z.strictObject({ holder }),
  touches: 'nothing',
});

export const reservationReleased = defineEvent({
  type: 'ReservationReleased',
  version: 1,
  says: 'A record released a key, or did not get it.',
  data: z.strictObject({ holder, claim }),
  touches: 'nothing',
});

export const reservationDismissed = defineEvent({
  type: 'ReservationDismissed',
  version: 1,
  says: 'A claim on a key is void: its record did not get the key, and what it had decided cannot be written any more.',
  data: z.strictObject({ holder, claim }),
  touches: 'nothing',
});

export const RESERVATION_EVENTS = [reservationClaimed, reservationReleased, reservationDismissed];
