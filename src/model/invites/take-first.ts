import { takeCodes } from './held-codes.ts';

// Imported before all else: whatever runs or loads after it sees an address without codes.
takeCodes();
