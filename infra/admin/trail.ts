import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { findTrailBreak } from '../../shared/trail/check.ts'
import { Trail, type TrailBreak, TrailEntry } from '../../shared/trail/contract.ts'
import type { TrailEntryRef } from '../../shared/trail/entry.ts'
import type { LogFinding } from '../../shared/trust/trail-log/check.ts'
import { UsageError } from '../local/options.ts'
import type { AdminCall } from './admin-command.ts'
import { invoke, RefusedError } from './target.ts'

/** Fields that a digest does not cover are refused. */
const ExportedTrail = z.extend(Trail, { entries: z.array(z.strictObject(TrailEntry.shape)) })

const parseAnchor = (text: string): TrailEntryRef => {
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

const readJson = (file: string): unknown => {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file}: no JSON`)
  }
}

/** Checks an exported trail offline, from the `last` of an earlier check, if given. @throws Error that says where it is broken */
export const checkTrail = async ({ given: { file, place } }: AdminCall) => {
  const anchor = place === undefined ? undefined : parseAnchor(String(place))
  const parsed = z.safeParse(ExportedTrail, readJson(String(file)))
  if (!parsed.success) throw refusalOf(parsed.error)
  const { entries, ...key } = parsed.data
  const broken = findTrailBreak(key, entries, anchor)
  if (broken) throw brokenAt(broken)
  const last = entries.at(-1)
  return { ok: true, entries: entries.length, ...(last && { last: `${last.n}:${last.digest}` }) }
}

export const showTrailCheck = ({ entries, last }: Awaited<ReturnType<typeof checkTrail>>): string =>
  [`ok, ${entries} ${entries === 1 ? 'entry' : 'entries'}`, ...(last ? [last] : [])].join('\n')

export interface LogChecked {
  readonly heads: number
  readonly entries: number
  readonly findings?: readonly (LogFinding & { readonly why: string })[]
}

/** @throws RefusedError that names every finding */
export const checkTrailLog = async ({ given, place }: AdminCall): Promise<LogChecked> => {
  const answer = (await invoke(place, { command: 'checkTrailLog', ...given })) as LogChecked
  const { findings = [], ...rest } = answer
  const lines = findings.map(({ hour, fault, why, organisationId, mode, verificationId, n }) => {
    const entry = n === undefined ? '' : `, entry ${n} of ${organisationId} ${mode} ${verificationId}`
    return `${hour}${entry} (${fault}): ${why}`
  })
  if (lines.length > 0) throw new RefusedError(lines.join('\n'))
  return rest
}
