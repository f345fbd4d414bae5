import type { Chore } from './chore.ts'
import { accountChores } from './chores/accounts.ts'
import { recordChores } from './chores/records.ts'
import { stageChores } from './chores/stages.ts'

/** All that an operator does, in the order of help and guides. */
export const chores: readonly Chore[] = [...accountChores, ...recordChores, ...stageChores]

/** The chore that words begin with. */
export const choreCalled = (words: readonly string[]): Chore | undefined =>
  chores.find(chore => chore.words.split(' ').every((word, place) => words[place] === word))

/** Those of one noun. */
export const choresOf = (noun: string): readonly Chore[] =>
  chores.filter(({ words }) => words.split(' ')[0] === noun)
