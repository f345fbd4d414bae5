import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { findTrailBreak } from '../../shared/trail/check.ts'
import { EntryEvent, Trail, type TrailBreak, TrailEntry } from '../../shared/trail/contract.ts'
import type { TrailEntryRef } from '../../shared/trail/entry.ts'
import { closeIntervalMinutes, hourGraceMs } from '../../shared/trail/hour.ts'
import type { LogFinding } from '../../shared/log/check.ts'
import { UsageError } from '../local/options.ts'
import type { AdminCall } from './admin-command.ts'
import { invoke, RefusedError } from './target.ts'

/** Fields that nothing covers are refused. */
const ExportedTrail = z.strictObject({
  ...Trail.shape,
  entries: z.array(
    z.strictObject({ ...TrailEntry.shape, events: z.array(z.strictObject(EntryEvent.shape)) }),
  ),
})

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
  const whole = isEntry ? 'entry' : 'trail'
  const reason = `${field} ${unknown.length > 0 ? `belongs to no ${whole}` : 'is not of its form'}`
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

/** All pages of it; `broken` is that of the first page that is. */
export const readTrail = async ({ given, target }: AdminCall): Promise<Trail> => {
  let [trail, next] = [undefined as Trail | undefined, undefined as number | undefined]
  do {
    const { next: rest, ...page } = (await invoke(target, {
      command: 'trail',
      ...given,
      after: next,
    })) as Trail & {
      readonly next?: number
    }
    const entries = [...(trail?.entries ?? []), ...page.entries]
    trail = { ...page, broken: trail?.broken ?? page.broken, entries }
    next = rest
  } while (next !== undefined)
  return trail
}

const counted = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`

/** Checks an exported trail offline against a place that was noted outside of it. @throws Error that says where it is broken, or what no such place proves, and the place to note */
export const checkTrail = async ({ given: { file, place } }: AdminCall) => {
  const anchor = place === undefined ? undefined : parseAnchor(String(place))
  const parsed = z.safeParse(ExportedTrail, readJson(String(file)))
  if (!parsed.success) throw refusalOf(parsed.error)
  const { entries, broken: _, ...key } = parsed.data
  const broken = findTrailBreak(key, entries, { anchor })
  if (broken) throw brokenAt(broken)
  const newest = entries.at(-1)
  if (!newest) throw new Error('no trail: it has no entries')
  const last = `${newest.n}:${newest.digest}`
  if (!anchor)
    throw new Error(
      `unproven: ${counted(newest.n)}, each follows the one before, and no place proves them\n${last}`,
    )
  if (anchor.n < newest.n)
    throw new Error(
      `unknown: ${counted(newest.n - anchor.n)} after entry ${anchor.n}, up to which all is proven\n${last}`,
    )
  return { ok: true, entries: entries.length, last }
}

export const showTrailCheck = ({ entries, last }: Awaited<ReturnType<typeof checkTrail>>): string =>
  `ok, ${counted(entries)}\n${last}`

export interface LogChecked {
  readonly heads: number
  readonly entries: number
  readonly findings?: readonly (LogFinding & { readonly why: string })[]
}

const nothingChecked = `nothing was checked: the log has no head of these hours. An hour gets its head within ${hourGraceMs / 60_000 + closeIntervalMinutes} minutes of its end.`

/** @throws RefusedError that names every finding, or says that nothing was looked at: no proof of anything */
export const checkTrailLog = async ({ given, target }: AdminCall): Promise<LogChecked> => {
  const answer = (await invoke(target, { command: 'checkTrailLog', ...given })) as LogChecked
  const { findings = [], ...rest } = answer
  const lines = findings.map(({ hour, fault, why, organisationId, mode, verificationId, n }) => {
    const entry = n === undefined ? '' : `, entry ${n} of ${organisationId} ${mode} ${verificationId}`
    return `${hour}${entry} (${fault}): ${why}`
  })
  if (lines.length > 0) throw new RefusedError(lines.join('\n'))
  if (rest.heads === 0) throw new RefusedError(nothingChecked)
  return rest
}
