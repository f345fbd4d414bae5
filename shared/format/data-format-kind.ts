import { defineKind, toKey } from '../table/kind.ts'

export const dataFormatPartition = 'data-format'

/**
 * Which releases can read the table, and how far the migration is that an operator runs.
 * `data-format`, `data-format` or `migration`; read by administer, the operator's migrate.
 */
export const dataFormatKind = defineKind({ name: 'dataFormat', writable: [dataFormatPartition] })

export const dataFormatKey = () => toKey(dataFormatPartition, 'data-format')

export const migrationKey = () => toKey(dataFormatPartition, 'migration')
