import { defineKind, type Told, toKey } from '../table/kind.ts'
import type { Mode } from '../table/tenant.ts'

/** `unsent#<mode>`, `phone#<agentId>#<deviceId>`; read by fieldwork (what a phone holds). */
export const unsentKind = defineKind({
  name: 'unsent',
  writable: ['unsent#*'],
  /** Longer than a lost or broken phone is looked for. */
  days: 7,
})

export const unsentTold = {
  kind: unsentKind,
  what: 'what an agent’s phone holds (table)',
  holds: 'the agent’s id, the device’s id, two numbers and a time; nothing of the applicant',
  after: 'the phone said so',
  erased: 'stays until then',
  notExported: 'It is about an agent’s phone.',
} as const satisfies Told

const unsentPartition = (mode: Mode): string => `unsent#${mode}`

export const unsentKey = (mode: Mode, agentId: string, deviceId: string) =>
  toKey(unsentPartition(mode), `phone#${agentId}#${deviceId}`)

export const unsentQuery = (mode: Mode) => ({ partition: unsentPartition(mode) })
