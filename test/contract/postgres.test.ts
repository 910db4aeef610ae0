import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { freshDatabase } from '../support/database.ts';
import { contract } from './contract.ts';

contract('Postgres', async () => {
  const database = await freshDatabase();
  return { open: () => openPostgresEventStore({ database: database.address }), end: () => database.drop() };
});
