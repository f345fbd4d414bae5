import { isUsedOnBehalf } from './by-aws.ts'
import { type Grant, nameOf } from './grant.ts'
import type { Notes } from './notes.ts'

/** Grants that nobody used and that stay all the same. */
export interface Explanation {
  readonly because: string
  /** Some runs use them: such as one at midnight. */
  readonly isByChance?: true
  /** As the report names them. */
  readonly grants: readonly string[]
}

export interface Judged {
  readonly grants: readonly Grant[]
  readonly functions: readonly string[]
  readonly notes: Notes
  readonly explained: readonly Explanation[]
}

/** What each holder did, as `OnBehalf` asks for it. */
const deedsOf = ({ grants, notes }: Judged): ReadonlyMap<string, ReadonlySet<string>> => {
  const deeds = new Map(
    [...new Set(grants.map(({ holder }) => holder))].map(each => [each, new Set<string>()]),
  )
  for (const holder of notes.called) deeds.get(holder)?.add('called')
  for (const grant of grants) if (notes.used.has(nameOf(grant))) deeds.get(grant.holder)?.add(grant.action)
  return deeds
}

const unusedOf = (judged: Judged): Grant[] => {
  const deeds = deedsOf(judged)
  return judged.grants.filter(
    grant => !judged.notes.used.has(nameOf(grant)) && !isUsedOnBehalf(grant, deeds.get(grant.holder)!),
  )
}

/** Explanations that explain nothing any more. */
const outdated = ({ grants, explained }: Judged, unused: ReadonlySet<string>): string[] => {
  const granted = new Set(grants.map(nameOf))
  return explained.flatMap(({ isByChance, grants: names }) => [
    ...names.filter(name => !granted.has(name)).map(name => `Explained, but not granted: ${name}.`),
    ...names
      .filter(name => granted.has(name) && !unused.has(name) && !isByChance)
      .map(name => `Explained, but used: ${name}. Take it off the list.`),
  ])
}

/** What nobody may be denied: code asks for what its role does not have. */
export const denials = ({ denied }: Notes): readonly string[] =>
  [...denied].toSorted().map(what => `Denied: ${what}.`)

/** A sentence for everything that is wrong with who may do what; none if all is used or explained. */
export const faultsOf = (judged: Judged): readonly string[] => {
  const { functions, notes, explained } = judged
  const uncalled = functions.filter(name => !notes.called.has(name))
  const unused = new Set(unusedOf(judged).map(nameOf))
  const reasoned = new Set(explained.flatMap(each => each.grants))
  // What a function that was never called did not use goes without saying.
  const unexplained = unusedOf(judged)
    .filter(({ holder }) => !uncalled.includes(holder))
    .map(nameOf)
    .filter(name => !reasoned.has(name))
  return [
    ...uncalled.map(name => `${name} was never called.`),
    ...unexplained.map(name => `Granted, but used by nobody: ${name}.`),
    ...outdated(judged, unused),
    ...denials(notes),
  ]
}
