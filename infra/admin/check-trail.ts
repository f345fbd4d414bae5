import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { findTrailBreak } from '../../shared/trail/check.ts'
import { Trail, type TrailBreak, TrailEntry } from '../../shared/trail/contract.ts'
import type { TrailEntryRef } from '../../shared/trail/entry.ts'
import { UsageError } from '../local/command-line.ts'

/** What a digest does not cover has no business in a trail. */
const Exported = z.extend(Trail, { entries: z.array(z.strictObject(TrailEntry.shape)) })

const placeOf = (text: string): TrailEntryRef => {
  const [, n, digest] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  if (digest === undefined) throw new UsageError(`${text}: expected a place as an earlier check printed it`)
  return { n: Number(n), digest }
}

const brokenAt = ({ place, kind, reason }: TrailBreak): Error =>
  new Error(`broken at entry ${place} (${kind}): ${reason}`)

/** What is no trail at all; an entry that cannot be one is named by its place. */
const refusalOf = ({ issues }: z.core.$ZodError): Error => {
  const issue = issues[0]!
  const [first, index, ...rest] = issue.path
  const isEntry = first === 'entries' && typeof index === 'number'
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
  const field = [...(isEntry ? rest : issue.path), ...unknown].join('.') || 'it'
  const reason = `${field} ${unknown.length > 0 ? 'belongs to no entry' : 'is not of its form'}`
  return isEntry ? brokenAt({ place: index + 1, kind: 'altered', reason }) : new Error(`no trail: ${reason}`)
}

const jsonIn = (file: string): unknown => {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file}: no JSON`)
  }
}

/** What a check came to; `last` is the place to hold against a later one. */
export interface Checked {
  readonly ok: true
  readonly entries: number
  readonly last?: string
}

/**
 * Checks an exported trail without asking anybody.
 * @param place what an earlier check ended with, as in `12:3f0c…`
 * @throws Error that says where it is broken, or that it is no trail
 */
export const checkTrail = (file: string, place: string | undefined): Checked => {
  const anchor = place === undefined ? undefined : placeOf(place)
  const parsed = z.safeParse(Exported, jsonIn(file))
  if (!parsed.success) throw refusalOf(parsed.error)
  const { entries, ...key } = parsed.data
  const broken = findTrailBreak(key, entries, anchor)
  if (broken) throw brokenAt(broken)
  const last = entries.at(-1)
  return { ok: true, entries: entries.length, ...(last && { last: `${last.n}:${last.digest}` }) }
}

/** The same for people. */
export const checkedLines = ({ entries, last }: Checked): string =>
  [`ok, ${entries} ${entries === 1 ? 'entry' : 'entries'}`, ...(last ? [last] : [])].join('\n')
