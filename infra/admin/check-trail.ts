import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { findTrailBreak } from '../../shared/trail/check.ts'
import { Trail, type TrailBreak, TrailEntry } from '../../shared/trail/contract.ts'
import type { TrailEntryRef } from '../../shared/trail/entry.ts'
import { UsageError } from '../local/options.ts'

/** Fields that a digest does not cover are refused. */
const Exported = z.extend(Trail, { entries: z.array(z.strictObject(TrailEntry.shape)) })

const placeOf = (text: string): TrailEntryRef => {
  const [, n, digest] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  if (digest === undefined) throw new UsageError(`${text}: expected a place as an earlier check printed it`)
  return { n: Number(n), digest }
}

const brokenAt = ({ place, kind, reason }: TrailBreak): Error =>
  new Error(`broken at entry ${place} (${kind}): ${reason}`)

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

/** `last` is the position to pass to a later check. */
export interface TrailCheck {
  readonly ok: true
  readonly entries: number
  readonly last?: string
}

/**
 * Checks an exported trail offline. @param place the `last` of an earlier check, such as `12:3f0c…` @throws
 * Error that says where it is broken
 */
export const checkTrail = (file: string, place: string | undefined): TrailCheck => {
  const anchor = place === undefined ? undefined : placeOf(place)
  const parsed = z.safeParse(Exported, jsonIn(file))
  if (!parsed.success) throw refusalOf(parsed.error)
  const { entries, ...key } = parsed.data
  const broken = findTrailBreak(key, entries, anchor)
  if (broken) throw brokenAt(broken)
  const last = entries.at(-1)
  return { ok: true, entries: entries.length, ...(last && { last: `${last.n}:${last.digest}` }) }
}

export const checkedLines = ({ entries, last }: TrailCheck): string =>
  [`ok, ${entries} ${entries === 1 ? 'entry' : 'entries'}`, ...(last ? [last] : [])].join('\n')
