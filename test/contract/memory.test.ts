import { memoryLog } from '../support/memory-store.ts';
import { contract } from './contract.ts';

contract('the log in memory', async () => ({ open: memoryLog().open, end: async () => {} }));
