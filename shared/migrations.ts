import type { MigrationStep } from './format/migration.ts'

/** Of all rooms, each declared beside its kind, in the order in which they are applied to an item. 1.0 is the first format. */
export const migrations: readonly MigrationStep[] = []
