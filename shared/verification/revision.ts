import type { Verification } from './verification.ts'

/** How often a verification can be decided, its first decision included: whoever objects does so to an end. */
export const maxRevisions = 4

/** The number of the revision that a record is, from 1. */
export const revisionOf = ({ revision = 1 }: Pick<Verification, 'revision'>): number => revision

/** The numbers that a revision other than the first can have. */
export const laterRevisions: readonly number[] = [...Array(maxRevisions - 1).keys()].map(n => n + 2)
