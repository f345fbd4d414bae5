import { heldPartition } from '../work/assignment/kinds.ts'
import { defineKind, encrypted, plain, toKey } from '../table/kind.ts'
import { lastPlaceDays } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'

/** `photo-hash#<mode>#<sha256>`, `photo-hash`; read by operations (whether a photo was seen before). */
export const photoHashKind = defineKind({
  name: 'photoHash',
  writable: ['photo-hash#*'],
  what: 'digest of a photo (table)',
  holds: 'SHA-256 of the original, and which verification showed it first',
  /** Longer than verifications. */
  days: 730,
  after: 'it was reported',
  erased: 'stays until then: nobody can tell from it what is in the photo',
})

/** `photo-look#<mode>#<key>`, `photo-look`; read by operations (whether one like it was). */
export const photoLookKind = defineKind({
  name: 'photoLook',
  writable: ['photo-look#*'],
  what: 'perceptual digest of a photo (table)',
  holds: '64 bits of light and dark, SHA-256 of the original, and which verification showed it first',
  /** No longer than its photo, filed two weeks before at most, by which an erasure finds it. */
  days: 350,
  after: 'it was reported',
  erased: 'deleted',
})

/** `worker#<mode>#<workerId>`, `last-place`; read by operations (how fast an agent travelled). */
export const lastPlaceKind = defineKind({
  name: 'lastPlace',
  sortKey: 'last-place',
  writable: ['worker#*'],
  attributes: { at: plain, latitude: encrypted, longitude: encrypted },
  what: 'last position of an agent (table)',
  holds: 'the agent’s id, the position and time of the last visit',
  days: lastPlaceDays,
  after: 'that visit',
  erased: 'stays until then',
  notExported: 'It is about an agent.',
})

/** The first verification with a photo, by the digest of its original. */
export const photoHashKey = (mode: Mode, sha256: string) =>
  toKey(`photo-hash#${mode}#${sha256}`, 'photo-hash')

export const photoLookKey = (mode: Mode, key: string) => toKey(`photo-look#${mode}#${key}`, 'photo-look')

export const lastPositionKey = (mode: Mode, workerId: string) =>
  toKey(heldPartition(mode, workerId), 'last-place')
