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

const receiptType = 'verification-receipt+jwt'
const headType = 'trail-head+jwt'

const sha256 = bytes => createHash('sha256').update(bytes).digest('hex')

const proven = (part, says) => ({ part, verdict: 'proven', says })
const unproven = (part, says) => ({ part, verdict: 'unproven', says })
const unknown = (part, says) => ({ part, verdict: 'unknown', says })
const notGiven = (part, says) => ({ part, verdict: 'not given', says })

const isObject = value => typeof value === 'object' && value !== null
const areAmong = (fields, object) => Object.keys(object).every(name => fields.includes(name))

const jsonIn = bytes => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** JSON as the service writes it, but for spaces between its parts: of a name that stands twice, readers see different values. */
const plainJsonIn = bytes => {
  const value = jsonIn(bytes)
  const squeezed = bytes.toString('utf8').replace(/("(?:[^"\\]|\\.)*"?)|\s+/g, '$1')
  return JSON.stringify(value) === squeezed ? value : undefined
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

const fieldsOfKey = ['kty', 'crv', 'x', 'kid', 'use', 'alg', 'from', 'until', 'compromisedSince']
const isTime = text => typeof text === 'string' && !Number.isNaN(Date.parse(text))

const isKey = key =>
  isObject(key) &&
  areAmong(fieldsOfKey, key) &&
  thumbprintOf(key) === key.kid &&
  key.use === 'sig' &&
  ['EdDSA', 'Ed25519'].includes(key.alg) &&
  (key.compromisedSince === null || isTime(key.compromisedSince))

/** The first key is good for all that was before it, and each begins where the one before it ends. */
const doPeriodsFollow = keys =>
  keys.every(({ from }, place) => from === (keys[place - 1]?.until ?? '1970-01-01T00:00:00.000Z')) &&
  keys.at(-1)?.until === null

const checkKeys = (keys, iss) => {
  const place = keys.findIndex(key => !isKey(key))
  if (place >= 0)
    return unproven('keys', `key ${place + 1} is not what its name says, or has fields of no key`)
  if (!doPeriodsFollow(keys))
    return unproven('keys', 'their periods do not follow each other: one is missing')
  const from = iss === undefined ? 'only who handed them out says' : `only ${iss}/v1/jwks.json says`
  return proven('keys', `${keys.length}, each fits its name; whose they are ${from}`)
}

const isIn = ({ from, until }, ms) => Date.parse(from) <= ms && (until === null || ms < Date.parse(until))

/** Why a key is not good for what became final at a time; undefined if it is. */
const faultOfKey = (key, keys, iat) => {
  if (key.compromisedSince !== null)
    return `its key was in wrong hands since ${key.compromisedSince}: fetch the receipt again, another key signs it`
  const own = keys.find(each => isIn(each, iat * 1000))
  if (own === key || (own?.compromisedSince && key.from > own.from)) return undefined
  return `its key was good from ${key.from} to ${key.until ?? 'now'}, and this is of another time`
}

/** What a JWS of a type says, and by which key; or a line on why it is not proven. */
const readSigned = (part, text, type, keys) => {
  const parts = partsOf(text, type)
  if (!parts) return { line: unproven(part, `it is no ${part.split(' ')[0]} of this kind`) }
  const key = keys.find(each => each?.kid === parts.kid)
  if (!key)
    return { line: unproven(part, 'its key is not in the list: it was altered, or the list is another’s') }
  if (!isKey(key)) return { line: unproven(part, 'its key in the list is not what its name says') }
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' })
  if (!verifySignature(null, parts.signed, publicKey, parts.signature))
    return { line: unproven(part, 'its signature does not fit') }
  return { claims: parts.claims, key }
}

const checkReceipt = (text, keys) => {
  const { line, claims, key } = readSigned('receipt', text, receiptType, keys)
  if (line) return { line }
  const fault = faultOfKey(key, keys, claims.iat)
  if (fault) return { line: unproven('receipt', fault) }
  const { subStatus, status } = claims.status
  // A first decision says nothing of it.
  const revision = claims.revision === undefined ? '' : `revision ${claims.revision}, `
  const says = `${claims.product} ${claims.verificationId}: ${subStatus ?? status}, ${revision}${claims.completedAt}, by ${claims.iss}`
  return { line: proven('receipt', says), claims }
}

const checkEvent = ({ event }, bytes) => {
  if (bytes === undefined) return event === null ? [] : [notGiven('event', event.id)]
  if (event === null) return [unknown('event', 'the receipt names none')]
  return sha256(bytes) === event.sha256
    ? [proven('event', event.id)]
    : [unproven('event', 'it is not the event that the receipt names')]
}

/** How a photo may be called: by its slot, or as its link calls it. */
const namesOf = ({ verificationId }, slot) => [
  ...[`${slot}.jpeg`, `${slot}.jpg`],
  `${verificationId}-${slot.replace('.', '-')}.jpeg`,
]

const checkPhoto = (part, { sha256: digest, takenAt }, bytes) => {
  if (digest === null) return unproven(part, 'the receipt states no digest of it')
  return sha256(bytes) === digest
    ? proven(part, `taken ${takenAt ?? 'at an unknown time'}`)
    : unproven(part, 'it is not the photo that the receipt names')
}

/** A file in a folder that nothing names, or what is no file at all. */
const checkStranger = (part, bytes, says) => unknown(part, bytes === undefined ? 'it is no file' : says)

/** A line for each file of the folder, and for each photo that is not in it. */
const checkPhotos = (claims, photos) => {
  const { photos: named } = claims
  if (photos === undefined) return named.length === 0 ? [] : [notGiven('photos', `there are ${named.length}`)]
  const photoCalled = new Map(named.flatMap(photo => namesOf(claims, photo.slot).map(name => [name, photo])))
  const lines = [...photos].map(([name, bytes]) => {
    const photo = bytes && photoCalled.get(name)
    if (!photo) return checkStranger(`file ${name}`, bytes, 'the receipt names no such file')
    return checkPhoto(`photo ${name}`, photo, bytes)
  })
  const missing = named.filter(({ slot }) => !namesOf(claims, slot).some(name => photos.get(name)))
  return [...lines, ...missing.map(({ slot }) => unproven(`photo ${slot}`, 'it is not in the folder'))]
}

/** As the guide on trails says: of a list’s JSON without spaces. */
const digestOf = (...parts) => sha256(JSON.stringify(parts))
const byName = ([one], [other]) => (one < other ? -1 : 1)
const fieldsOfTrail = ['organisationId', 'mode', 'verificationId', 'broken', 'entries']
const fieldsOfEntry = ['n', 'at', 'events', 'previous', 'digest']
const fieldsOfEvent = ['what', 'by', 'facts', 'salt', 'factsDigest']

/** Whether an entry is what its digest was made of. */
const isItself = entry => {
  const { n, at, events, previous, digest } = entry
  return (
    areAmong(fieldsOfEntry, entry) &&
    Number.isInteger(n) &&
    events.every(event => areAmong(fieldsOfEvent, event)) &&
    digestOf(
      ...[previous, n, at],
      events.map(({ what, by, factsDigest }) => [what, by, factsDigest]),
    ) === digest
  )
}

/**
 * The entries that what is signed leads to. It names some by number and digest; each of those names the one before it, so
 * this goes from the newest down.
 */
const findPinned = (entryOf, named, logged) => {
  const digests = new Map(named)
  const pinned = new Set()
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

const isEmptied = ({ facts, salt }) => facts === undefined && salt === undefined

const hasItsFacts = ({ facts, salt, factsDigest }) =>
  isObject(facts) && digestOf(salt, Object.entries(facts).sort(byName)) === factsDigest

/** Why the facts of an entry are not those that its digest was made of; undefined where they are, or are proven to be erased. */
const faultOfFacts = ({ n, events }, entries, pinned) => {
  if (!events.every(event => isEmptied(event) || hasItsFacts(event)))
    return 'the facts are not those that their digest was made of'
  if (!events.some(isEmptied)) return undefined
  const erasures = entries.filter(each => each.n > n && each.events.some(({ what }) => what === 'erased'))
  if (erasures.length === 0) return 'the facts are gone, and no later entry says that they were erased'
  if (erasures.some(each => pinned.has(each))) return undefined
  return `the facts are gone, and nothing that is signed names entry ${erasures[0].n}, which says that they were erased`
}

const checkEntry = (entry, before, { claims, entries, entryOf, pinned, digests }) => {
  const { n, previous, events } = entry
  if (!isItself(entry)) return unproven('', 'not what the digest was made of')
  if (before && n <= before.n) return unproven('', 'there twice, or not in order')
  const fault = faultOfFacts(entry, entries, pinned)
  if (fault) return unproven('', fault)
  const leads = n > claims.trail.n ? 'the log has it' : 'the receipt’s digest leads there'
  if (pinned.has(entry)) return proven('', events.some(isEmptied) ? `${leads}; the facts were erased` : leads)
  if (digests.has(n)) return unproven('', 'what is signed names another entry of this number')
  if (n < claims.trail.n) return unproven('', 'what follows is altered or missing, so nothing leads there')
  return entryOf.get(n - 1)?.digest === previous
    ? unknown('', 'after the receipt’s entry, and nothing that is signed leads there')
    : unproven('', 'what stands before is not what it follows')
}

/** Neighbours of whom the same is said are one line. */
const inRanges = lines => {
  const ranges = []
  for (const [n, line] of lines) {
    const last = ranges.at(-1)
    const isNext = last?.verdict === line.verdict && last.says === line.says && last.to + 1 === n
    if (isNext) last.to = n
    else ranges.push({ ...line, from: n, to: n })
  }
  return ranges.map(({ from, to, ...line }) => ({
    ...line,
    part: from === to ? `trail entry ${from}` : `trail entries ${from} to ${to}`,
  }))
}

/** A line for each entry, and for each that is missing. */
const checkEntries = (claims, entries, logged) => {
  const entryOf = new Map(entries.toReversed().map(entry => [entry.n, entry]))
  const named = [...logged, [claims.trail.n, claims.trail.digest]]
  const known = { claims, entries, entryOf, ...findPinned(entryOf, named, logged) }
  const lines = entries.map((entry, place) => [
    Number.isInteger(entry.n) ? entry.n : place + 1,
    checkEntry(entry, entries[place - 1], known),
  ])
  const numbers = [...Array(Math.max(...known.digests.keys())).keys()].map(place => place + 1)
  const missing = numbers.filter(n => !entryOf.has(n)).map(n => [n, unproven('', 'missing')])
  return [...inRanges(lines), ...inRanges(missing)]
}

const isTrail = trail =>
  Array.isArray(trail?.entries) &&
  trail.entries.every(entry => Array.isArray(entry?.events) && entry.events.every(isObject)) &&
  areAmong(fieldsOfTrail, trail)

const isOf = (trail, claims) =>
  ['organisationId', 'mode', 'verificationId'].every(name => trail[name] === claims[name])

const checkTrail = (claims, bytes, logged) => {
  if (bytes === undefined)
    return claims.trail === null ? [] : [notGiven('trail', 'the receipt names its entry')]
  if (claims.trail === null) return [unknown('trail', 'the receipt names none')]
  const trail = plainJsonIn(bytes)
  if (!isTrail(trail))
    return [unproven('trail', 'it is no trail as the service writes it: no entry was read')]
  if (!isOf(trail, claims)) return [unproven('trail', 'it is of another verification')]
  const said = trail.broken === null ? [] : [unproven('trail', 'it says of itself that it is not valid')]
  return [...said, ...checkEntries(claims, trail.entries, logged)]
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
  if (inclusion === null) return [notGiven('inclusion', 'the receipt names no entry of the log')]
  const { line, claims: head, fault } = readHead('head', inclusion.head, keys)
  const without = unproven('inclusion', 'its head is not proven')
  if (line) return [line, without]
  if (fault) return [unproven('head', fault), without]
  if (head.iss !== iss) return [unproven('head', 'it is of another service'), without]
  const isOfHour = head.hour === inclusion.hour && head.size === inclusion.size
  const isUnder = isOfHour && rootBy(leafHash(leafOf(claims)), inclusion) === head.root
  return [
    proven('head', `of ${head.hour}, over ${head.size} entries`),
    isUnder
      ? proven('inclusion', `entry ${claims.trail.n} is the leaf ${inclusion.index}`)
      : unproven('inclusion', 'its path does not lead from the entry to the head'),
  ]
}

/** What a head is called in its bucket. */
const headFile = /^(\d{4}-\d\d-\d\dT\d\d)\.jws$/

const leavesHold = (head, text) => {
  const lines = text.split('\n')
  // Behind the last line break stands nothing.
  if (lines.pop() !== '') return false
  return lines.length === head.size && rootOver(lines.map(leafHash)) === head.root
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

/** Files of the log that are no head, and leaves without one. */
const checkStrangers = (heads, leaves = new Map()) => [
  ...[...heads]
    .filter(([name, bytes]) => !bytes || !headFile.test(name))
    .map(([name, bytes]) => checkStranger(`file heads/${name}`, bytes, 'it has the name of no head')),
  ...[...leaves]
    .filter(([name, bytes]) => !bytes || !heads.get(name.replace(/ndjson$/, 'jws')))
    .map(([name, bytes]) => checkStranger(`file leaves/${name}`, bytes, 'it is of no head')),
]

/**
 * A line for each head of the log, and for each hour that has none. A head whose key was in wrong hands later is proven if
 * a later one, by a key that was not, follows it.
 */
const checkLog = ({ keys, heads, leaves }) => {
  const hours = [...heads].flatMap(([name, bytes]) => (bytes && headFile.exec(name)?.[1]) ?? []).sort()
  const read = hours.map(hour => {
    const jws = heads.get(`${hour}.jws`).toString()
    return { hour, jws, ...readHead(`head ${hour}`, jws, keys) }
  })
  const lastGood = read.findLastIndex(({ key, fault }) => key && !fault)
  const lines = read.flatMap(({ hour, line, claims, fault }, place) => {
    const before = read[place - 1]
    const gap = before && startOf(hour) - startOf(before.hour) !== hourMs
    const missing = gap ? [unproven(`head ${hour}`, `there is none between ${before.hour} and it`)] : []
    if (line) return [...missing, line]
    const wrong = faultOfHead(claims, { hour, before: gap ? undefined : before?.jws, leaves })
    if (wrong) return [...missing, unproven(`head ${hour}`, wrong)]
    if (fault && place > lastGood) return [...missing, unproven(`head ${hour}`, fault)]
    return [...missing, proven(`head ${hour}`, `${claims.size} entries`)]
  })
  return [...lines, ...checkStrangers(heads, leaves)]
}

export const checkHeads = log => [checkKeys(log.keys), ...checkLog(log)]

/** Of the entries of a verification those that the leaves under proven heads have, by number; none of a number that has two. */
const findLogged = (lines, leaves, { organisationId, mode, verificationId }) => {
  const logged = new Map()
  const wrong = new Set(lines.filter(({ verdict }) => verdict !== 'proven').map(({ part }) => part))
  for (const { part } of lines.filter(each => !wrong.has(each.part))) {
    const leafLines = leaves
      .get(`${part.replace('head ', '')}.ndjson`)
      .toString()
      .split('\n')
      .slice(0, -1)
    for (const [organisation, ofMode, id, n, digest] of leafLines.map(line => JSON.parse(line))) {
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
export const check = ({ receipt, keys, event, photos, trail, log }) => {
  const { line, claims } = checkReceipt(receipt, keys)
  const first = [line, checkKeys(keys, claims?.iss)]
  const logLines = log === undefined ? [] : checkLog({ keys, ...log })
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
    ...checkTrail(claims, trail, log ? findLogged(logLines, log.leaves, claims) : new Map()),
    ...checkInclusion(claims, keys),
    ...logLines,
  ]
}

/** Whether a line keeps a check from ending well. */
export const isSound = ({ verdict }) => verdict === 'proven' || verdict === 'not given'

/** Undefined stands for what is no file. */
const filesIn = folder =>
  new Map(
    readdirSync(folder, { withFileTypes: true }).map(file => [
      file.name,
      file.isFile() ? readFileSync(join(folder, file.name)) : undefined,
    ]),
  )

const kindOf = path => {
  if (statSync(path).isDirectory()) return existsSync(join(path, 'heads')) ? 'log' : 'photos'
  return /trail/i.test(basename(path)) ? 'trail' : 'event'
}

const keysIn = file => {
  const list = plainJsonIn(readFileSync(file))
  if (!Array.isArray(list?.keys) || !areAmong(['keys'], list)) throw new Error(`${file}: no list of keys`)
  return list.keys
}

const logIn = (heads, leaves) => ({ heads: filesIn(heads), ...(leaves && { leaves: filesIn(leaves) }) })

const readLog = folder => {
  const other = readdirSync(folder).find(name => name !== 'heads' && name !== 'leaves')
  if (other !== undefined) throw new Error(`${join(folder, other)}: neither heads nor leaves`)
  return logIn(...['heads', 'leaves'].map(name => join(folder, name)))
}

const readers = { photos: filesIn, log: readLog, trail: readFileSync, event: readFileSync }

const givenBy = ([receipt, keys, ...others]) => {
  if (!receipt || !keys)
    throw new Error('node verify.mjs receipt.jws keys.json [event.json] [photos/] [trail.json] [log/]')
  const given = { receipt: readFileSync(receipt, 'utf8').replace(/\r?\n$/, ''), keys: keysIn(keys) }
  for (const path of others) {
    const kind = kindOf(path)
    if (given[kind]) throw new Error(`${path}: a second ${kind}`)
    given[kind] = readers[kind](path)
  }
  return given
}

const headsBy = ([keys, heads, leaves]) => {
  if (!keys || !heads) throw new Error('node verify.mjs --heads keys.json heads/ [leaves/]')
  const lines = checkHeads({ keys: keysIn(keys), ...logIn(heads, leaves) })
  if (lines.length === 1) throw new Error(`${heads}: no heads`)
  return lines
}

/** Names of files may hold line breaks and what moves a terminal's cursor. */
const printable = text => text.replace(/\p{C}/gu, '\uFFFD')

const conclude = lines => {
  const named = wanted => lines.filter(({ verdict }) => verdict === wanted).map(({ part }) => part)
  const isProven = lines.every(isSound)
  const listed = (isProven ? ['not given'] : ['unproven', 'unknown'])
    .map(verdict => [verdict, named(verdict)])
    .filter(([, parts]) => parts.length > 0)
    .map(([verdict, parts]) => `${verdict}: ${parts.join(', ')}`)
  return [isProven ? 'All that was given is proven' : 'Not all that was given is proven', ...listed].join(
    '; ',
  )
}

/** What is printed, and the exit code. */
export const verify = words => {
  try {
    const lines = words[0] === '--heads' ? headsBy(words.slice(1)) : check(givenBy(words))
    const texts = lines.map(({ part, verdict, says }) => `${verdict.padEnd(10)} ${part}: ${says}`)
    return {
      code: lines.every(isSound) ? 0 : 1,
      text: [...texts, `${conclude(lines)}.`].map(printable).join('\n'),
    }
  } catch (error) {
    return { code: 2, text: printable(error.message) }
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const { code, text } = verify(process.argv.slice(2))
  if (code === 2) console.error(text)
  else console.log(text)
  process.exitCode = code
}
