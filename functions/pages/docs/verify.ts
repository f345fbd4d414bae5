#!/usr/bin/env node
/**
 * Checks a receipt without asking anybody, and accounts for every file and every entry that it is given. Needs Node 20
 * and nothing else:
 *
 *   node verify.mjs receipt.jws keys.json [event.json] [photos/] [trail.json] [log/]
 *   node verify.mjs --heads keys.json heads/ [leaves/]
 *
 * A folder holds photos, or, with a folder `heads` in it, the log of the trails as it lies in its bucket; a file with
 * `trail` in its name is a trail, any other file is the event. With `--heads` it checks the log alone.
 * Each is proven: what is signed says so; unproven: what is signed says otherwise, or does not suffice; or unknown: nothing
 * that is signed speaks of it.
 * Exit code 0: all that was given is proven; 1: something is not; 2: it could not be checked.
 */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EntryEvent, Trail, TrailEntry } from '../../../shared/trail/contract.ts'
import type { ClaimsWithInclusion as Claims } from '../../../shared/receipt/contract.ts'
import type { Head } from '../../../shared/log/contract.ts'

const receiptType = 'verification-receipt+jwt'
const headType = 'trail-head+jwt'

/** What a check says of one part of what it was given, or of what it was not. */
export interface Line {
  readonly part: string
  readonly verdict: 'proven' | 'unproven' | 'unknown' | 'not given'
  readonly says: string
}

interface Key {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly kid: string
  readonly use: string
  readonly alg: string
  readonly from: string
  readonly until: string | null
  readonly compromisedSince: string | null
}

/** Files by their names; undefined stands for what is no file. */
type Files = ReadonlyMap<string, Buffer | undefined>

interface Log {
  readonly heads: Files
  readonly leaves?: Files | undefined
}

/** Nothing of it is trusted: what is no list, no key or no trail is told, not believed. */
export interface Given {
  readonly receipt: string
  readonly keys: readonly unknown[]
  readonly event?: Buffer
  readonly photos?: Files
  readonly trail?: Buffer
  readonly log?: Log
}

/** Where a leaf is in a tree, and what proves it. */
export interface Proof {
  readonly index: number
  readonly size: number
  readonly path: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const proven = (part: string, says: string): Line => ({ part, verdict: 'proven', says })
const unproven = (part: string, says: string): Line => ({ part, verdict: 'unproven', says })
const unknown = (part: string, says: string): Line => ({ part, verdict: 'unknown', says })
const notGiven = (part: string, says: string): Line => ({ part, verdict: 'not given', says })

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const areAmong = (fields: readonly string[], object: object): boolean =>
  Object.keys(object).every(name => fields.includes(name))

const jsonIn = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** JSON as the service writes it, but for spaces between its parts: of a name that stands twice, readers see different values. */
const plainJsonIn = (bytes: Buffer): unknown => {
  const value = jsonIn(bytes)
  const squeezed = bytes.toString('utf8').replace(/("(?:[^"\\]|\\.)*"?)|\s+/g, '$1')
  return JSON.stringify(value) === squeezed ? value : undefined
}

/** Base64url has several spellings of some bytes; only one of them is what was signed. */
const bytesIn = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/** The parts of a compact JWS (RFC 7515 §7.1); undefined for what is none of ours. */
const partsOf = (text: string, type: string) => {
  const parts = text.split('.')
  const [header, claims, signature] = parts.map(bytesIn)
  if (parts.length !== 3 || !header || !claims || signature?.length !== 64) return undefined
  const { alg, typ, kid } = (jsonIn(header) ?? {}) as Fields
  if (alg !== 'EdDSA' || typ !== type) return undefined
  return { kid, signature, claims: jsonIn(claims), signed: Buffer.from(`${parts[0]}.${parts[1]}`) }
}

/** RFC 7638: a key that was exchanged in keys.json does not fit its own name. */
const thumbprintOf = ({ crv, kty, x }: Fields): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')

const fieldsOfKey = ['kty', 'crv', 'x', 'kid', 'use', 'alg', 'from', 'until', 'compromisedSince']
const isTime = (text: unknown): boolean => typeof text === 'string' && !Number.isNaN(Date.parse(text))

const isKey = (key: unknown): key is Key =>
  isObject(key) &&
  areAmong(fieldsOfKey, key) &&
  thumbprintOf(key) === key.kid &&
  key.use === 'sig' &&
  (key.alg === 'EdDSA' || key.alg === 'Ed25519') &&
  (key.compromisedSince === null || isTime(key.compromisedSince))

/** The first key is good for all that was before it, and each begins where the one before it ends. */
const doPeriodsFollow = (keys: readonly Key[]): boolean =>
  keys.every(({ from }, place) => from === (keys[place - 1]?.until ?? '1970-01-01T00:00:00.000Z')) &&
  keys.at(-1)?.until === null

const checkKeys = (keys: readonly unknown[], iss?: string): Line => {
  const good = keys.filter(isKey)
  if (good.length < keys.length) {
    const place = keys.findIndex(key => !isKey(key)) + 1
    return unproven('keys', `key ${place} is not what its name says, or has fields of no key`)
  }
  if (!doPeriodsFollow(good))
    return unproven('keys', 'their periods do not follow each other: one is missing')
  const from = iss === undefined ? 'only who handed them out says' : `only ${iss}/v1/jwks.json says`
  return proven('keys', `${keys.length}, each fits its name; whose they are ${from}`)
}

const isIn = ({ from, until }: Key, ms: number): boolean =>
  Date.parse(from) <= ms && (until === null || ms < Date.parse(until))

/** Why a key is not good for what became final at a time; undefined if it is. */
const faultOfKey = (key: Key, keys: readonly unknown[], iat: number): string | undefined => {
  if (key.compromisedSince !== null)
    return `its key was in wrong hands since ${key.compromisedSince}: fetch the receipt again, another key signs it`
  const own = keys.filter(isKey).find(each => isIn(each, iat * 1000))
  if (own === key || (own?.compromisedSince && key.from > own.from)) return undefined
  return `its key was good from ${key.from} to ${key.until ?? 'now'}, and this is of another time`
}

/** What a JWS of a type says, and by which key; or a line on why it is not proven. */
type Signed<Said> =
  | { readonly line: Line; readonly claims?: undefined; readonly key?: undefined }
  | { readonly line?: undefined; readonly claims: Said; readonly key: Key }

const readSigned = <Said>(
  part: string,
  text: string,
  type: string,
  keys: readonly unknown[],
): Signed<Said> => {
  const parts = partsOf(text, type)
  if (!parts) return { line: unproven(part, `it is no ${part.split(' ')[0]} of this kind`) }
  const key = keys.find(each => isObject(each) && each.kid === parts.kid)
  if (!key)
    return { line: unproven(part, 'its key is not in the list: it was altered, or the list is another’s') }
  if (!isKey(key)) return { line: unproven(part, 'its key in the list is not what its name says') }
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' })
  if (!verifySignature(null, parts.signed, publicKey, parts.signature))
    return { line: unproven(part, 'its signature does not fit') }
  // What is signed is what we wrote.
  return { claims: parts.claims as Said, key }
}

const checkReceipt = (
  text: string,
  keys: readonly unknown[],
): { readonly line: Line; readonly claims?: Claims } => {
  const { line, claims, key } = readSigned<Claims>('receipt', text, receiptType, keys)
  if (line) return { line }
  const fault = faultOfKey(key, keys, claims.iat)
  if (fault) return { line: unproven('receipt', fault) }
  const { subStatus, status } = claims.status
  // A first decision says nothing of it.
  const revision = claims.revision === undefined ? '' : `revision ${claims.revision}, `
  const says = `${claims.product} ${claims.verificationId}: ${subStatus ?? status}, ${revision}${claims.completedAt}, by ${claims.iss}`
  return { line: proven('receipt', says), claims }
}

const checkEvent = ({ event }: Claims, bytes: Buffer | undefined): Line[] => {
  if (bytes === undefined) return event === null ? [] : [notGiven('event', event.id)]
  if (event === null) return [unknown('event', 'the receipt names none')]
  return sha256(bytes) === event.sha256
    ? [proven('event', event.id)]
    : [unproven('event', 'it is not the event that the receipt names')]
}

/** How a photo may be called: by its slot, or as its link calls it. */
const namesOf = ({ verificationId }: Claims, slot: string): string[] => [
  `${slot}.jpeg`,
  `${slot}.jpg`,
  `${verificationId}-${slot.replace('.', '-')}.jpeg`,
]

const checkPhoto = (
  part: string,
  { sha256: digest, takenAt }: Claims['photos'][number],
  bytes: Buffer,
): Line => {
  if (digest === null) return unproven(part, 'the receipt states no digest of it')
  return sha256(bytes) === digest
    ? proven(part, `taken ${takenAt ?? 'at an unknown time'}`)
    : unproven(part, 'it is not the photo that the receipt names')
}

/** A file in a folder that nothing names, or what is no file at all. */
const checkStranger = (part: string, bytes: Buffer | undefined, says: string): Line =>
  unknown(part, bytes === undefined ? 'it is no file' : says)

/** A line for each file of the folder, and for each photo that is not in it. */
const checkPhotos = (claims: Claims, photos: Files | undefined): Line[] => {
  const { photos: named } = claims
  if (photos === undefined) return named.length === 0 ? [] : [notGiven('photos', `there are ${named.length}`)]
  const photoCalled = new Map(
    named.flatMap(photo => namesOf(claims, photo.slot).map(name => [name, photo] as const)),
  )
  const lines = [...photos].map(([name, bytes]) => {
    const photo = bytes && photoCalled.get(name)
    if (!photo) return checkStranger(`file ${name}`, bytes, 'the receipt names no such file')
    return checkPhoto(`photo ${name}`, photo, bytes)
  })
  const missing = named.filter(({ slot }) => !namesOf(claims, slot).some(name => photos.get(name)))
  return [...lines, ...missing.map(({ slot }) => unproven(`photo ${slot}`, 'it is not in the folder'))]
}

/** As the guide on trails says: of a list’s JSON without spaces. */
const digestOf = (...parts: unknown[]): string => sha256(JSON.stringify(parts))
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1
const fieldsOfTrail = ['organisationId', 'mode', 'verificationId', 'broken', 'entries']
const fieldsOfEntry = ['n', 'at', 'events', 'previous', 'digest']
const fieldsOfEvent = ['what', 'by', 'facts', 'salt', 'factsDigest']

/** Whether an entry is what its digest was made of. */
const isItself = (entry: TrailEntry): boolean => {
  const { n, at, events, previous, digest } = entry
  return (
    areAmong(fieldsOfEntry, entry) &&
    Number.isInteger(n) &&
    events.every(event => areAmong(fieldsOfEvent, event)) &&
    digestOf(
      previous,
      n,
      at,
      events.map(({ what, by, factsDigest }) => [what, by, factsDigest]),
    ) === digest
  )
}

/**
 * The entries that what is signed leads to. It names some by number and digest; each of those names the one before it, so
 * this goes from the newest down.
 */
const findPinned = (
  entryOf: ReadonlyMap<number, TrailEntry>,
  named: readonly (readonly [number, string])[],
  logged: ReadonlyMap<number, string>,
) => {
  const digests = new Map(named)
  const pinned = new Set<TrailEntry>()
  for (let n = Math.max(...digests.keys()); n > 0; n--) {
    const entry = entryOf.get(n)
    const isNamed =
      entry && digests.get(n) === entry.digest && (logged.get(n) ?? entry.digest) === entry.digest
    if (!isNamed || !isItself(entry)) continue
    pinned.add(entry)
    if (!digests.has(n - 1)) digests.set(n - 1, entry.previous)
  }
  return { pinned, digests }
}

const isEmptied = ({ facts, salt }: EntryEvent): boolean => facts === undefined && salt === undefined

const hasItsFacts = ({ facts, salt, factsDigest }: EntryEvent): boolean =>
  isObject(facts) && digestOf(salt, Object.entries(facts).sort(byName)) === factsDigest

/** Why the facts of an entry are not those that its digest was made of; undefined where they are, or are proven to be erased. */
const faultOfFacts = (
  { n, events }: TrailEntry,
  entries: readonly TrailEntry[],
  pinned: ReadonlySet<TrailEntry>,
): string | undefined => {
  if (!events.every(event => isEmptied(event) || hasItsFacts(event)))
    return 'the facts are not those that their digest was made of'
  if (!events.some(isEmptied)) return undefined
  const erasures = entries.filter(each => each.n > n && each.events.some(({ what }) => what === 'erased'))
  if (erasures.length === 0) return 'the facts are gone, and no later entry says that they were erased'
  if (erasures.some(each => pinned.has(each))) return undefined
  return `the facts are gone, and nothing that is signed names entry ${erasures[0]!.n}, which says that they were erased`
}

interface KnownTrail extends ReturnType<typeof findPinned> {
  /** The entry that the receipt names. */
  readonly named: { readonly n: number; readonly digest: string }
  readonly entries: readonly TrailEntry[]
  readonly entryOf: ReadonlyMap<number, TrailEntry>
}

const checkEntry = (
  entry: TrailEntry,
  before: TrailEntry | undefined,
  { named, entries, entryOf, pinned, digests }: KnownTrail,
): Line => {
  const { n, previous, events } = entry
  if (!isItself(entry)) return unproven('', 'not what the digest was made of')
  if (before && n <= before.n) return unproven('', 'there twice, or not in order')
  const fault = faultOfFacts(entry, entries, pinned)
  if (fault) return unproven('', fault)
  const leads = n > named.n ? 'the log has it' : 'the receipt’s digest leads there'
  if (pinned.has(entry)) return proven('', events.some(isEmptied) ? `${leads}; the facts were erased` : leads)
  if (digests.has(n)) return unproven('', 'what is signed names another entry of this number')
  if (n < named.n) return unproven('', 'what follows is altered or missing, so nothing leads there')
  return entryOf.get(n - 1)?.digest === previous
    ? unknown('', 'after the receipt’s entry, and nothing that is signed leads there')
    : unproven('', 'what stands before is not what it follows')
}

/** Neighbours of whom the same is said are one line. */
const inRanges = (lines: readonly (readonly [number, Line])[]): Line[] => {
  const ranges: (Line & { readonly from: number; to: number })[] = []
  for (const [n, line] of lines) {
    const last = ranges.at(-1)
    if (last?.verdict === line.verdict && last.says === line.says && last.to + 1 === n) last.to = n
    else ranges.push({ ...line, from: n, to: n })
  }
  return ranges.map(({ from, to, ...line }) => ({
    ...line,
    part: from === to ? `trail entry ${from}` : `trail entries ${from} to ${to}`,
  }))
}

/** A line for each entry, and for each that is missing. */
const checkEntries = (
  named: KnownTrail['named'],
  entries: readonly TrailEntry[],
  logged: ReadonlyMap<number, string>,
): Line[] => {
  const entryOf = new Map(entries.toReversed().map(entry => [entry.n, entry] as const))
  const signed = [...logged, [named.n, named.digest] as const]
  const known = { named, entries, entryOf, ...findPinned(entryOf, signed, logged) }
  const lines = entries.map(
    (entry, place) =>
      [
        Number.isInteger(entry.n) ? entry.n : place + 1,
        checkEntry(entry, entries[place - 1], known),
      ] as const,
  )
  const numbers = [...Array(Math.max(...known.digests.keys())).keys()].map(place => place + 1)
  const missing = numbers.filter(n => !entryOf.has(n)).map(n => [n, unproven('', 'missing')] as const)
  return [...inRanges(lines), ...inRanges(missing)]
}

const isTrail = (trail: unknown): trail is Trail =>
  isObject(trail) &&
  Array.isArray(trail.entries) &&
  trail.entries.every(
    entry => isObject(entry) && Array.isArray(entry.events) && entry.events.every(isObject),
  ) &&
  areAmong(fieldsOfTrail, trail)

const isOf = (trail: Trail, claims: Claims): boolean =>
  (['organisationId', 'mode', 'verificationId'] as const).every(name => trail[name] === claims[name])

const checkTrail = (
  claims: Claims,
  bytes: Buffer | undefined,
  logged: ReadonlyMap<number, string>,
): Line[] => {
  if (bytes === undefined)
    return claims.trail === null ? [] : [notGiven('trail', 'the receipt names its entry')]
  if (claims.trail === null) return [unknown('trail', 'the receipt names none')]
  const trail = plainJsonIn(bytes)
  if (!isTrail(trail))
    return [unproven('trail', 'it is no trail as the service writes it: no entry was read')]
  if (!isOf(trail, claims)) return [unproven('trail', 'it is of another verification')]
  const said = trail.broken === null ? [] : [unproven('trail', 'it says of itself that it is not valid')]
  return [...said, ...checkEntries(claims.trail, trail.entries, logged)]
}

/** Merkle trees as RFC 9162 §2.1 has them: a leaf behind the byte 0, a node behind the byte 1. */
const leafHash = (text: string): string => sha256(Buffer.concat([Buffer.of(0), Buffer.from(text)]))
const nodeHash = (left: string, right: string): string =>
  sha256(Buffer.concat([Buffer.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex')]))

/** The root that a path leads to from the hash of a leaf (RFC 9162 §2.1.3.2); undefined if it is no path of that tree. */
export const rootBy = (leaf: string, { index, size, path }: Proof): string | undefined => {
  if (!(index >= 0 && index < size)) return undefined
  let [place, last, hash] = [index, size - 1, leaf]
  for (const neighbour of path) {
    if (last === 0) return undefined
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(neighbour, hash)
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, neighbour)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : undefined
}

/** The root over the hashes of leaves. */
const rootOver = (leaves: readonly string[]): string => {
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return leaves[0]!
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return nodeHash(rootOver(leaves.slice(0, split)), rootOver(leaves.slice(split)))
}

const hourMs = 3_600_000
const startOf = (hour: string): number => Date.parse(`${hour}:00:00.000Z`)

/** A head signs for its hour, so by the key of that time. */
const readHead = (part: string, jws: string, keys: readonly unknown[]) => {
  const read = readSigned<Head>(part, jws, headType, keys)
  if (read.line) return { ...read, fault: undefined }
  const fault = faultOfKey(read.key, keys, Math.floor((startOf(read.claims.hour) + hourMs - 1) / 1000))
  return { ...read, fault }
}

/** What stands in the leaf of the entry that the receipt names. */
const leafOf = (
  { organisationId, mode, verificationId }: Claims,
  { n, digest }: KnownTrail['named'],
  expiresAt: number,
): string => JSON.stringify([organisationId, mode, verificationId, n, digest, expiresAt])

/** The head of the hour, and whether the entry is under it; nothing of a receipt that was fetched without. */
const checkInclusion = (claims: Claims, keys: readonly unknown[]): Line[] => {
  const { inclusion, iss, trail } = claims
  if (inclusion === undefined) return []
  if (inclusion === null || trail === null)
    return [notGiven('inclusion', 'the receipt names no entry of the log')]
  const { line, claims: head, fault } = readHead('head', inclusion.head, keys)
  const without = unproven('inclusion', 'its head is not proven')
  if (line) return [line, without]
  if (fault) return [unproven('head', fault), without]
  if (head.iss !== iss) return [unproven('head', 'it is of another service'), without]
  const isOfHour = head.hour === inclusion.hour && head.size === inclusion.size
  const isUnder =
    isOfHour && rootBy(leafHash(leafOf(claims, trail, inclusion.expiresAt)), inclusion) === head.root
  return [
    proven('head', `of ${head.hour}, over ${head.size} entries`),
    isUnder
      ? proven('inclusion', `entry ${trail.n} is the leaf ${inclusion.index}`)
      : unproven('inclusion', 'its path does not lead from the entry to the head'),
  ]
}

/** What a head is called in its bucket. */
const headFile = /^(\d{4}-\d\d-\d\dT\d\d)\.jws$/

const leavesHold = (head: Head, text: string): boolean => {
  const lines = text.split('\n')
  // Behind the last line break stands nothing.
  if (lines.pop() !== '') return false
  return lines.length === head.size && rootOver(lines.map(leafHash)) === head.root
}

/** Why a head does not fit where it lies; undefined if it does. */
interface HeadPlace {
  readonly hour: string
  readonly before: string | undefined
  readonly leaves: Files | undefined
}

const faultOfHead = (head: Head, { hour, before, leaves }: HeadPlace): string | undefined => {
  if (head.hour !== hour) return 'it is of another hour'
  if (before !== undefined && head.previous !== sha256(before)) return 'it does not follow the one before it'
  const text = leaves?.get(`${hour}.ndjson`)
  if (leaves === undefined) return undefined
  return text !== undefined && leavesHold(head, text.toString())
    ? undefined
    : 'its leaves are others, or missing'
}

/** Files of the log that are no head, and leaves without one. */
const checkStrangers = (heads: Files, leaves: Files = new Map()): Line[] => [
  ...[...heads]
    .filter(([name, bytes]) => !bytes || !headFile.test(name))
    .map(([name, bytes]) => checkStranger(`file heads/${name}`, bytes, 'it has the name of no head')),
  ...[...leaves]
    .filter(([name, bytes]) => !bytes || !heads.get(name.replace(/ndjson$/, 'jws')))
    .map(([name, bytes]) => checkStranger(`file leaves/${name}`, bytes, 'it is of no head')),
]

/** The first head of all follows none: of what a copy leaves out before its own first, only that can tell. */
const missingBefore = (
  first: { readonly hour: string; readonly claims?: Head | undefined } | undefined,
): Line[] =>
  first?.claims && first.claims.previous !== null
    ? [notGiven(`heads before ${first.hour}`, 'it follows one that is not here')]
    : []

const missingLeaves = (leaves: Files | undefined): Line[] =>
  leaves === undefined ? [notGiven('leaves', 'what the heads are over was not read')] : []

/**
 * A line for each head of the log, and for each hour that has none. A head whose key was in wrong hands later is proven if
 * a later one, by a key that was not, follows it.
 */
const checkLog = (keys: readonly unknown[], { heads, leaves }: Log): Line[] => {
  const hours = [...heads].flatMap(([name, bytes]) => (bytes && headFile.exec(name)?.[1]) ?? []).sort()
  const read = hours.map(hour => {
    const jws = heads.get(`${hour}.jws`)!.toString()
    return { hour, jws, ...readHead(`head ${hour}`, jws, keys) }
  })
  const lastGood = read.findLastIndex(({ key, fault }) => key && !fault)
  const lines = read.flatMap(({ hour, line, claims, fault }, place) => {
    const before = read[place - 1]
    const gap = before !== undefined && startOf(hour) - startOf(before.hour) !== hourMs
    const missing = gap ? [unproven(`head ${hour}`, `there is none between ${before.hour} and it`)] : []
    if (line) return [...missing, line]
    const wrong = faultOfHead(claims, { hour, before: gap ? undefined : before?.jws, leaves })
    if (wrong) return [...missing, unproven(`head ${hour}`, wrong)]
    if (fault && place > lastGood) return [...missing, unproven(`head ${hour}`, fault)]
    return [...missing, proven(`head ${hour}`, `${claims.size} entries`)]
  })
  return [...missingBefore(read[0]), ...lines, ...missingLeaves(leaves), ...checkStrangers(heads, leaves)]
}

export const checkHeads = ({ keys, ...log }: Log & Pick<Given, 'keys'>): Line[] => [
  checkKeys(keys),
  ...checkLog(keys, log),
]

/** Of the entries of a verification those that the leaves under proven heads have, by number; none of a number that has two. */
const findLogged = (
  lines: readonly Line[],
  leaves: Files | undefined,
  { organisationId, mode, verificationId }: Claims,
): ReadonlyMap<number, string> => {
  const logged = new Map<number, string>()
  const hasFault = new Set(lines.filter(({ verdict }) => verdict !== 'proven').map(({ part }) => part))
  for (const { part } of lines.filter(each => !hasFault.has(each.part))) {
    const text = leaves?.get(`${part.replace('head ', '')}.ndjson`)?.toString() ?? ''
    for (const line of text.split('\n').slice(0, -1)) {
      const [organisation, ofMode, id, n, digest] = JSON.parse(line)
      if (organisation !== organisationId || ofMode !== mode || id !== verificationId) continue
      logged.set(n, (logged.get(n) ?? digest) === digest ? digest : '')
    }
  }
  return logged
}

const whyUnknown = 'the receipt is not proven, so nothing that is signed speaks of it'

/**
 * A line for each thing that was given, and for what the receipt names and was not: which it is, its verdict, and why. Where
 * the receipt itself is not proven, nothing that it says of the others counts.
 */
export const check = ({ receipt, keys, event, photos, trail, log }: Given): Line[] => {
  const { line, claims } = checkReceipt(receipt, keys)
  const first = [line, checkKeys(keys, claims?.iss)]
  const logLines = log === undefined ? [] : checkLog(keys, log)
  if (!claims) {
    const others = Object.entries({ event, trail }).filter(([, bytes]) => bytes !== undefined)
    const parts = [
      ...others.map(([part]) => part),
      ...[...(photos?.keys() ?? [])].map(name => `file ${name}`),
    ]
    return [...first, ...parts.map(part => unknown(part, whyUnknown)), ...logLines]
  }
  return [
    ...first,
    ...checkEvent(claims, event),
    ...checkPhotos(claims, photos),
    ...checkTrail(claims, trail, findLogged(logLines, log?.leaves, claims)),
    ...checkInclusion(claims, keys),
    ...logLines,
  ]
}

/** Whether a line keeps a check from ending well. */
export const isSound = ({ verdict }: Line): boolean => verdict === 'proven' || verdict === 'not given'

const filesIn = (folder: string): Files =>
  new Map(
    readdirSync(folder, { withFileTypes: true }).map(file => [
      file.name,
      file.isFile() ? readFileSync(join(folder, file.name)) : undefined,
    ]),
  )

const kindOf = (path: string): 'log' | 'photos' | 'trail' | 'event' => {
  if (statSync(path).isDirectory()) return existsSync(join(path, 'heads')) ? 'log' : 'photos'
  return /trail/i.test(basename(path)) ? 'trail' : 'event'
}

const keysIn = (file: string): readonly unknown[] => {
  const list = plainJsonIn(readFileSync(file))
  if (!isObject(list) || !Array.isArray(list.keys) || !areAmong(['keys'], list))
    throw new Error(`${file}: no list of keys`)
  return list.keys
}

const logIn = (heads: string, leaves: string | undefined): Log => ({
  heads: filesIn(heads),
  leaves: leaves === undefined ? undefined : filesIn(leaves),
})

const readLog = (folder: string): Log => {
  const other = readdirSync(folder).find(name => name !== 'heads' && name !== 'leaves')
  if (other !== undefined) throw new Error(`${join(folder, other)}: neither heads nor leaves`)
  const leaves = join(folder, 'leaves')
  return logIn(join(folder, 'heads'), existsSync(leaves) ? leaves : undefined)
}

const read = (kind: ReturnType<typeof kindOf>, path: string): Partial<Given> => {
  if (kind === 'log') return { log: readLog(path) }
  return kind === 'photos' ? { photos: filesIn(path) } : { [kind]: readFileSync(path) }
}

const givenBy = ([receipt, keys, ...others]: readonly string[]): Given => {
  if (!receipt || !keys)
    throw new Error('node verify.mjs receipt.jws keys.json [event.json] [photos/] [trail.json] [log/]')
  let given: Given = { receipt: readFileSync(receipt, 'utf8').replace(/\r?\n$/, ''), keys: keysIn(keys) }
  for (const path of others) {
    const kind = kindOf(path)
    if (given[kind]) throw new Error(`${path}: a second ${kind}`)
    given = { ...given, ...read(kind, path) }
  }
  return given
}

const headsBy = ([keys, heads, leaves]: readonly string[]): Line[] => {
  if (!keys || !heads) throw new Error('node verify.mjs --heads keys.json heads/ [leaves/]')
  const log = logIn(heads, leaves)
  if (log.heads.size === 0) throw new Error(`${heads}: no heads`)
  return checkHeads({ keys: keysIn(keys), ...log })
}

/** Names of files may hold line breaks, what moves a terminal's cursor, and what looks like a line of ours in a viewer. */
const printable = (text: string): string =>
  text.replace(/(?! )[\p{C}\p{Z}]/gu, sign => `\\u{${sign.codePointAt(0)!.toString(16)}}`)

const conclude = (lines: readonly Line[]): string => {
  const named = (wanted: Line['verdict']): string[] =>
    lines.filter(({ verdict }) => verdict === wanted).map(({ part }) => part)
  const isProven = lines.every(isSound)
  const listed = (['unproven', 'unknown', 'not given'] as const)
    .map(verdict => [verdict, named(verdict)] as const)
    .filter(([, parts]) => parts.length > 0)
    .map(([verdict, parts]) => `${verdict}: ${parts.join(', ')}`)
  return [isProven ? 'All that was given is proven' : 'Not all that was given is proven', ...listed].join(
    '; ',
  )
}

/** What is printed, and the exit code. */
export const verify = (words: readonly string[]): { readonly code: number; readonly text: string } => {
  try {
    const lines = words[0] === '--heads' ? headsBy(words.slice(1)) : check(givenBy(words))
    const texts = lines.map(({ part, verdict, says }) => `${verdict.padEnd(10)} ${part}: ${says}`)
    return {
      code: lines.every(isSound) ? 0 : 1,
      text: [...texts, `${conclude(lines)}.`].map(printable).join('\n'),
    }
  } catch (error) {
    return { code: 2, text: printable((error as Error).message) }
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const { code, text } = verify(process.argv.slice(2))
  if (code === 2) console.error(text)
  else console.log(text)
  process.exitCode = code
}
