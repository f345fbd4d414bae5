import { defineKind, encrypted, plain, type Told, toKey } from '../table/kind.ts'
import { lastPlaceDays } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import { heldPartition } from '../work/assignment/kinds.ts'

/** `photo-hash#<mode>#<sha256>`, `photo-hash`; read by operations (whether a photo was seen before). */
export const photoHashKind = defineKind({
  name: 'photoHash',
  writable: ['photo-hash#*'],
  /** Longer than verifications. */
  days: 730,
})

export const photoHashTold = {
  kind: photoHashKind,
  what: 'digest of a photo (table)',
  holds: 'SHA-256 of the original, and which verification showed it first',
  after: 'it was reported',
  erased: 'stays until then: nobody can tell from it what is in the photo',
} as const satisfies Told

/** `photo-look#<mode>#<key>`, `photo-look`; read by operations (whether one like it was). */
export const photoLookKind = defineKind({
  name: 'photoLook',
  writable: ['photo-look#*'],
  /** No longer than its photo, filed two weeks before at most, by which an erasure finds it. */
  days: 350,
})

export const photoLookTold = {
  kind: photoLookKind,
  what: 'perceptual digest of a photo (table)',
  holds: '64 bits of light and dark, SHA-256 of the original, and which verification showed it first',
  after: 'it was reported',
  erased: 'deleted',
} as const satisfies Told

/** `worker#<mode>#<workerId>`, `last-place`; read by operations (how fast an agent travelled). */
export const lastPlaceKind = defineKind({
  name: 'lastPlace',
  sortKey: 'last-place',
  writable: ['worker#*'],
  attributes: { at: plain, latitude: encrypted, longitude: encrypted },
  days: lastPlaceDays,
})

export const lastPlaceTold = {
  kind: lastPlaceKind,
  what: 'last position of an agent (table)',
  holds: 'the agent’s id, the position and time of the last visit',
  after: 'that visit',
  erased: 'stays until then',
  notExported: 'It is about an agent.',
} as const satisfies Told

/** The first verification with a photo, by the digest of its original. */
export const photoHashKey = (mode: Mode, sha256: string) =>
  toKey(`photo-hash#${mode}#${sha256}`, 'photo-hash')

export const photoLookKey = (mode: Mode, key: string) => toKey(`photo-look#${mode}#${key}`, 'photo-look')

export const lastPositionKey = (mode: Mode, workerId: string) =>
  toKey(heldPartition(mode, workerId), 'last-place')
