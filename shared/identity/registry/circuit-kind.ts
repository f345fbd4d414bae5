import { defineKind, type Told, toKey } from '../../table/kind.ts'

/** `circuit#<registry>`, `circuit`; read by live look-ups, registries. */
export const circuitKind = defineKind({
  name: 'circuit',
  writable: ['circuit#*'],
})

export const circuitTold = {
  kind: circuitKind,
  what: 'state of a registry (table)',
  holds: 'whether and how fast it answers; nothing of a person',
  until: 'its next answer',
  erased: 'stays until then',
  notExported: 'It is about a registry.',
} as const satisfies Told

export const circuitKey = (registry: string) => toKey(`circuit#${registry}`, 'circuit')
