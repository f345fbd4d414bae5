import { defineKind, type Told } from './kind.ts'
import { recoveryDays, streamDays } from './retention.ts'

/* What AWS keeps besides the table, and what else passes on what is in it. */

export const backupKind = defineKind({
  name: 'backup',
  days: recoveryDays,
})

export const backupTold = {
  kind: backupKind,
  what: 'backup of the table',
  holds: 'all of the table, encrypted; personal data is encrypted again, with a secret that is not in it',
  until: `${recoveryDays} days`,
  erased: 'stays until then',
  notExported: 'It is a copy of exported data.',
} as const satisfies Told

export const streamKind = defineKind({
  name: 'stream',
  days: streamDays,
})

export const streamTold = {
  kind: streamKind,
  what: 'stream of the table',
  holds: 'changed items, before and after, encrypted as in the table',
  until: `${streamDays} day`,
  erased: 'stays until then',
  notExported: 'It is a copy of exported data.',
} as const satisfies Told

export const elsewhereKind = defineKind({
  name: 'elsewhere',
})

export const elsewhereTold = {
  kind: elsewhereKind,
  what: 'queues, workflows, logs, metrics',
  holds: 'nothing: ids alone',
  until: '',
  erased: '',
  notExported: 'It contains no personal data.',
} as const satisfies Told
