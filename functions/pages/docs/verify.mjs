#!/usr/bin/env node
/**
 * Checks a receipt without asking anybody, and says which part of what it speaks of was altered. Needs Node 20 and
 * nothing else:
 *
 *   node verify.mjs receipt.jws keys.json [event.json] [photos/] [trail.json]
 *   node verify.mjs --heads keys.json heads/ [leaves/]
 *
 * A folder holds photos, a file with `trail` in its name is a trail, any other file is the event. With `--heads` it checks
 * the log of the trails, as it lies in its bucket.
 * Exit code 0: all that was given holds; 1: something does not; 2: it could not be checked.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const receiptType = 'verification-receipt+jwt'
const headType = 'trail-head+jwt'

const sha256 = bytes => createHash('sha256').update(bytes).digest('hex')

const holds = (part, says) => ({ part, verdict: 'holds', says })
const fails = (part, says) => ({ part, verdict: 'ALTERED', says })
const leaves = (part, says) => ({ part, verdict: 'unchecked', says })

const jsonIn = bytes => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Base64url has several spellings of some bytes; only one of them is what was signed. */
const bytesIn = text => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/** The parts of a compact JWS (RFC 7515 §7.1); undefined for what is none of ours. */
const partsOf = (text, type) => {
  const parts = text.split('.')
  const [header, claims, signature] = parts.map(bytesIn)
  if (parts.length !== 3 || !header || !claims || signature?.length !== 64) return undefined
  const { alg, typ, kid } = jsonIn(header) ?? {}
  if (alg !== 'EdDSA' || typ !== type) return undefined
  return { kid, signature, claims: jsonIn(claims), signed: Buffer.from(`${parts[0]}.${parts[1]}`) }
}

/** RFC 7638: a key that was exchanged in keys.json does not fit its own name. */
const thumbprintOf = ({ crv, kty, x }) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')

const isIn = ({ from, until }, ms) => Date.parse(from) <= ms && (until === null || ms < Date.parse(until))

/** Why a key is not good for what became final at a time; undefined if it is. */
const faultOfKey = (key, keys, iat) => {
  if (key.compromisedSince !== null)
    return `its key was in wrong hands since ${key.compromisedSince}: fetch the receipt again, another key signs it`
  const own = keys.find(each => isIn(each, iat * 1000))
  if (own === key || (own?.compromisedSince && key.from > own.from)) return undefined
  return `its key was good from ${key.from} to ${key.until ?? 'now'}, and this is of another time`
}

/** What a JWS of a type says, and by which key; or a line on why it does not hold. */
const readSigned = (part, text, type, keys) => {
  const parts = partsOf(text, type)
  if (!parts) return { line: fails(part, `it is no ${part.split(' ')[0]} of this kind`) }
  const key = keys.find(({ kid }) => kid === parts.kid)
  if (!key)
    return { line: fails(part, 'its key is not in the list: it was altered, or the list is another’s') }
  if (thumbprintOf(key) !== key.kid) return { line: fails('keys', `${key.kid} is not the name of this key`) }
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' })
  if (!verify(null, parts.signed, publicKey, parts.signature))
    return { line: fails(part, 'its signature does not fit') }
  return { claims: parts.claims, key }
}

const checkReceipt = (text, keys) => {
  const { line, claims, key } = readSigned('receipt', text, receiptType, keys)
  if (line) return { line }
  const fault = faultOfKey(key, keys, claims.iat)
  if (fault) return { line: { ...fails('key', fault), verdict: 'REFUSED' } }
  const { subStatus, status } = claims.status
  // A first decision says nothing of it.
  const revision = claims.revision === undefined ? '' : `revision ${claims.revision}, `
  const says = `${claims.product} ${claims.verificationId}: ${subStatus ?? status}, ${revision}${claims.completedAt}, by ${claims.iss}`
  return { line: holds('receipt', says), claims }
}

const checkEvent = ({ event }, bytes) => {
  if (event === null) return leaves('event', 'the receipt names none')
  if (bytes === undefined) return leaves('event', 'not given')
  return sha256(bytes) === event.sha256
    ? holds('event', event.id)
    : fails('event', 'it is not the event that the receipt names')
}

/** How a photo may be called: by its slot, or as its link calls it. */
const namesOf = ({ verificationId }, slot) => [
  ...[`${slot}.jpeg`, `${slot}.jpg`],
  `${verificationId}-${slot.replace('.', '-')}.jpeg`,
]

const checkPhoto = (claims, photo, photos) => {
  const part = `photo ${photo.slot}`
  if (photos === undefined) return leaves(part, 'not given')
  if (photo.sha256 === null) return leaves(part, 'the receipt states no digest of it')
  const bytes = namesOf(claims, photo.slot).flatMap(name => photos.get(name) ?? [])[0]
  if (!bytes) return { ...fails(part, 'it is not in the folder'), verdict: 'MISSING' }
  return sha256(bytes) === photo.sha256
    ? holds(part, `taken ${photo.takenAt ?? 'at an unknown time'}`)
    : fails(part, 'it is not the photo that the receipt names')
}

/** A photo of the folder that the receipt knows nothing of. */
const checkOthers = (claims, photos = new Map()) => {
  const known = new Set(claims.photos.flatMap(({ slot }) => namesOf(claims, slot)))
  const others = [...photos.keys()].filter(name => /\.jpe?g$/i.test(name) && !known.has(name))
  return others.map(name => fails(`photo ${name}`, 'the receipt knows no such photo'))
}

/** As the guide on trails says: of a list’s JSON without spaces. */
const digestOf = (...parts) => sha256(JSON.stringify(parts))
const byName = ([one], [other]) => (one < other ? -1 : 1)
const fieldsOfTrail = ['organisationId', 'mode', 'verificationId', 'broken', 'entries']
const fieldsOfEntry = ['n', 'at', 'what', 'by', 'facts', 'salt', 'factsDigest', 'previous', 'digest']
const areAmong = (fields, object) => Object.keys(object).every(name => fields.includes(name))

const areFactsWhole = ({ facts, salt, factsDigest }, later) => {
  if (facts === undefined && salt === undefined) return later.some(({ what }) => what === 'erased')
  return facts !== undefined && digestOf(salt, Object.entries(facts).sort(byName)) === factsDigest
}

/** Whether an entry is what it was, behind the digest of the one before it. */
const isWhole = (entry, n, previous, later) => {
  const { at, what, by, factsDigest, digest } = entry
  return (
    areAmong(fieldsOfEntry, entry) &&
    entry.n === n &&
    entry.previous === previous &&
    digestOf(previous, n, at, what, by, factsDigest) === digest &&
    areFactsWhole(entry, later)
  )
}

/** The first entry that does not hold, by its number; one more than there are where the end is missing. */
const brokenEntry = (entries, claims) => {
  let previous = digestOf(claims.organisationId, claims.mode, claims.verificationId)
  for (const [index, entry] of entries.entries()) {
    if (!isWhole(entry, index + 1, previous, entries.slice(index + 1))) return index + 1
    previous = entry.digest
  }
  if (entries.length < claims.trail.n) return entries.length + 1
  return entries[claims.trail.n - 1].digest === claims.trail.digest ? undefined : claims.trail.n
}

const isTrail = trail =>
  Array.isArray(trail?.entries) &&
  trail.entries.every(entry => typeof entry === 'object' && entry !== null) &&
  areAmong(fieldsOfTrail, trail) &&
  trail.broken === null

const isOf = (trail, claims) =>
  ['organisationId', 'mode', 'verificationId'].every(name => trail[name] === claims[name])

const checkTrail = (claims, bytes) => {
  if (claims.trail === null) return leaves('trail', 'the receipt names none')
  if (bytes === undefined) return leaves('trail', 'not given')
  const trail = jsonIn(bytes)
  if (!isTrail(trail)) return fails('trail', 'it is no whole trail')
  if (!isOf(trail, claims)) return fails('trail', 'it is of another verification')
  const broken = brokenEntry(trail.entries, claims)
  return broken === undefined
    ? holds('trail', `${claims.trail.n} entries up to the receipt’s, ${trail.entries.length} in all`)
    : fails(`trail entry ${broken}`, 'it is not what it was, or it is missing')
}

/** Merkle trees as RFC 9162 §2.1 has them: a leaf behind the byte 0, a node behind the byte 1. */
const leafHash = text => sha256(Buffer.concat([Buffer.of(0), Buffer.from(text)]))
const nodeHash = (left, right) =>
  sha256(Buffer.concat([Buffer.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex')]))

/** The root that a path leads to from the hash of a leaf (RFC 9162 §2.1.3.2); undefined if it is no path of that tree. */
export const rootBy = (leaf, { index, size, path }) => {
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
const rootOver = leaves => {
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return leaves[0]
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return nodeHash(rootOver(leaves.slice(0, split)), rootOver(leaves.slice(split)))
}

const hourMs = 3_600_000
const startOf = hour => Date.parse(`${hour}:00:00.000Z`)

/** A head signs for its hour, so by the key of that time. */
const readHead = (part, jws, keys) => {
  const read = readSigned(part, jws, headType, keys)
  if (read.line) return read
  const fault = faultOfKey(read.key, keys, Math.floor((startOf(read.claims.hour) + hourMs - 1) / 1000))
  return { ...read, fault }
}

/** What stands in the leaf of the entry that the receipt names. */
const leafOf = ({ organisationId, mode, verificationId, trail, inclusion }) =>
  JSON.stringify([organisationId, mode, verificationId, trail.n, trail.digest, inclusion.expiresAt])

/** The head of the hour, and whether the entry is under it; nothing of a receipt that was fetched without. */
const checkInclusion = (claims, keys) => {
  const { inclusion, iss } = claims
  if (inclusion === undefined) return []
  if (inclusion === null) return [leaves('inclusion', 'the receipt names no entry of the log')]
  const { line, claims: head, fault } = readHead('head', inclusion.head, keys)
  const unknown = leaves('inclusion', 'its head does not hold')
  if (line) return [line, unknown]
  if (fault) return [{ ...fails('head', fault), verdict: 'REFUSED' }, unknown]
  if (head.iss !== iss) return [fails('head', 'it is of another service'), unknown]
  const isOfHour = head.hour === inclusion.hour && head.size === inclusion.size
  const isUnder = isOfHour && rootBy(leafHash(leafOf(claims)), inclusion) === head.root
  return [
    holds('head', `of ${head.hour}, over ${head.size} entries`),
    isUnder
      ? holds('inclusion', `entry ${claims.trail.n} is the leaf ${inclusion.index}`)
      : fails('inclusion', 'its path does not lead from the entry to the head'),
  ]
}

/** What a head is called in its bucket. */
const headFile = /^(\d{4}-\d\d-\d\dT\d\d)\.jws$/

const leavesHold = (head, text) => {
  const hashes = text.split('\n').slice(0, -1).map(leafHash)
  return hashes.length === head.size && rootOver(hashes) === head.root
}

/** Why a head does not fit where it lies; undefined if it does. */
const faultOfHead = (head, { hour, before, leaves }) => {
  if (head.hour !== hour) return 'it is of another hour'
  if (before !== undefined && head.previous !== sha256(before)) return 'it does not follow the one before it'
  const text = leaves?.get(`${hour}.ndjson`)
  if (leaves === undefined) return undefined
  return text !== undefined && leavesHold(head, text.toString())
    ? undefined
    : 'its leaves are others, or missing'
}

/**
 * A line for each head of the log, and for each hour that has none. A head whose key was in wrong hands later holds if a
 * later one, by a key that was not, follows it.
 */
export const checkHeads = ({ keys, heads, leaves }) => {
  const hours = [...heads.keys()].flatMap(name => headFile.exec(name)?.[1] ?? []).sort()
  const read = hours.map(hour => {
    const jws = heads.get(`${hour}.jws`).toString()
    return { hour, jws, ...readHead(`head ${hour}`, jws, keys) }
  })
  const lastGood = read.findLastIndex(({ key, fault }) => key && !fault)
  return read.flatMap(({ hour, line, claims, fault }, place) => {
    const before = read[place - 1]
    const gap = before && startOf(hour) - startOf(before.hour) !== hourMs
    const missing = gap
      ? [{ ...fails(`head ${hour}`, `there is none between ${before.hour} and it`), verdict: 'MISSING' }]
      : []
    if (line) return [...missing, line]
    const wrong = faultOfHead(claims, { hour, before: gap ? undefined : before?.jws, leaves })
    if (wrong) return [...missing, fails(`head ${hour}`, wrong)]
    if (fault && place > lastGood)
      return [...missing, { ...fails(`head ${hour}`, fault), verdict: 'REFUSED' }]
    return [...missing, holds(`head ${hour}`, `${claims.size} entries`)]
  })
}

/**
 * A line for each part: what it is, whether it holds, and why. Where the receipt itself does not hold, nothing that it
 * says of the others counts.
 */
export const check = ({ receipt, keys, event, photos, trail }) => {
  const { line, claims } = checkReceipt(receipt, keys)
  if (!claims) return [line]
  return [
    line,
    checkEvent(claims, event),
    ...claims.photos.map(photo => checkPhoto(claims, photo, photos)),
    ...checkOthers(claims, photos),
    checkTrail(claims, trail),
    ...checkInclusion(claims, keys),
  ]
}

/** Whether a line is one of those that something holds by, or is not said of. */
export const isSound = ({ verdict }) => verdict === 'holds' || verdict === 'unchecked'

const filesIn = folder =>
  new Map(
    readdirSync(folder, { withFileTypes: true })
      .filter(file => file.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name))]),
  )

const kindOf = path => {
  if (statSync(path).isDirectory()) return 'photos'
  return /trail/i.test(basename(path)) ? 'trail' : 'event'
}

const keysIn = file => {
  const list = jsonIn(readFileSync(file))?.keys
  if (!Array.isArray(list)) throw new Error(`${file}: no list of keys`)
  return list
}

const givenBy = ([receipt, keys, ...others]) => {
  if (!receipt || !keys)
    throw new Error('node verify.mjs receipt.jws keys.json [event.json] [photos/] [trail.json]')
  const given = { receipt: readFileSync(receipt, 'utf8').replace(/\r?\n$/, ''), keys: keysIn(keys) }
  for (const path of others) {
    const kind = kindOf(path)
    if (given[kind]) throw new Error(`${path}: a second ${kind}`)
    given[kind] = kind === 'photos' ? filesIn(path) : readFileSync(path)
  }
  return given
}

const headsBy = ([keys, heads, leaves]) => {
  if (!keys || !heads) throw new Error('node verify.mjs --heads keys.json heads/ [leaves/]')
  const lines = checkHeads({
    keys: keysIn(keys),
    heads: filesIn(heads),
    ...(leaves && { leaves: filesIn(leaves) }),
  })
  if (lines.length === 0) throw new Error(`${heads}: no heads`)
  return lines
}

const main = ([word, ...others]) => {
  const lines = word === '--heads' ? headsBy(others) : check(givenBy([word, ...others]))
  for (const { part, verdict, says } of lines) console.log(`${verdict.padEnd(10)} ${part}: ${says}`)
  const wrong = lines.filter(line => !isSound(line)).map(({ part }) => part)
  console.log(wrong.length === 0 ? 'All that was given holds.' : `Does not hold: ${wrong.join(', ')}.`)
  return wrong.length === 0 ? 0 : 1
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    process.exitCode = main(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}
