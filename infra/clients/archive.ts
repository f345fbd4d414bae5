import { createHash } from 'node:crypto'
import { gzipSync, zipSync } from 'fflate'

/*
 * Archives whose bytes depend on their files alone: lock files keep a digest of what was installed. Node's own zlib
 * compresses differently from machine to machine.
 */

/** Texts by their paths, in the order in which they are written. */
export type ArchiveFiles = ReadonlyMap<string, string>

const blockBytes = 512
/** What npm itself writes. */
const tarTime = Date.UTC(1985, 9, 26, 8, 15) / 1000
/** The first that a zip can say; local, because a zip has no time zone. */
const zipTime = new Date(1980, 0, 1)

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

/** A header of POSIX.1-1988 (ustar). */
const tarHeader = (path: string, size: number): Buffer => {
  const block = Buffer.alloc(blockBytes)
  const fields: readonly (readonly [number, string])[] = [
    [0, path],
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(tarTime, 11)],
    // The checksum counts its own place as spaces.
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\x0000'],
  ]
  for (const [offset, text] of fields) block.write(text, offset, 'latin1')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)} `, 148, 'latin1')
  return block
}

/** @param files their paths have at most 100 characters */
export const tarball = (files: ArchiveFiles): Buffer => {
  const blocks = [...files].flatMap(([path, text]) => {
    const bytes = Buffer.from(text)
    return [
      tarHeader(path, bytes.length),
      bytes,
      Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes),
    ]
  })
  const end = Buffer.alloc(2 * blockBytes)
  return Buffer.from(gzipSync(Buffer.concat([...blocks, end]), { level: 9, mtime: 0 }))
}

interface WheelOptions {
  readonly name: string
  readonly version: string
  readonly metadata: string
  readonly licence: string
  readonly files: ArchiveFiles
}

const recordLine = ([path, text]: readonly [string, string]): string => {
  const digest = createHash('sha256').update(text).digest('base64url')
  return `${path},sha256=${digest},${Buffer.byteLength(text)}\n`
}

/** https://packaging.python.org/en/latest/specifications/binary-distribution-format/ */
export const wheel = ({ name, version, metadata, licence, files }: WheelOptions): Buffer => {
  const folder = `${name}-${version}.dist-info`
  const described: ArchiveFiles = new Map([
    ...files,
    [`${folder}/METADATA`, metadata],
    [`${folder}/licenses/LICENSE`, licence],
    [
      `${folder}/WHEEL`,
      'Wheel-Version: 1.0\nGenerator: verification-service\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ],
  ])
  const record = `${folder}/RECORD`
  const lines = `${[...described].map(recordLine).join('')}${record},,\n`
  const entries = [...described, [record, lines] as const].map(
    ([path, text]) => [path, Buffer.from(text)] as const,
  )
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 9, mtime: zipTime }))
}
