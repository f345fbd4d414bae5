/** Where the code of a function lies: the folder of its asset, unpacked if it is a zip, or inline text. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { type JsonObject, text } from '../json.ts'

/** The folder to load the handler from, or undefined if the assembly lacks the asset. */
export const findCode = (
  code: JsonObject,
  assetPaths: Map<string, string>,
  scratch: () => string,
): string | undefined => {
  const inline = text(code.ZipFile)
  if (inline !== undefined) {
    const folder = scratch()
    writeFileSync(join(folder, 'index.js'), inline)
    return folder
  }
  const path = assetPaths.get(text(code.S3Key) ?? '')
  if (path === undefined) return undefined
  if (statSync(path).isDirectory()) return path
  const folder = scratch()
  unzip(readFileSync(path), folder)
  return folder
}

const endOfCentralDirectory = 0x06054b50
const stored = 0

/** Unpacks a zip through its central directory. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
const unzip = (archive: Buffer, folder: string): void => {
  let end = archive.length - 22
  while (end >= 0 && archive.readUInt32LE(end) !== endOfCentralDirectory) end--
  if (end < 0) throw new Error('A function asset is neither a folder nor a zip file')
  let offset = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = archive.readUInt16LE(offset + 28)
    const name = archive.toString('utf8', offset + 46, offset + 46 + nameLength)
    if (!name.endsWith('/')) writeEntry(archive, offset, join(folder, name), folder)
    offset += 46 + nameLength + archive.readUInt16LE(offset + 30) + archive.readUInt16LE(offset + 32)
  }
}

const writeEntry = (archive: Buffer, offset: number, file: string, folder: string): void => {
  if (!resolve(file).startsWith(resolve(folder) + sep))
    throw new Error(`A function asset reaches out: ${file}`)
  const local = archive.readUInt32LE(offset + 42)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const packed = archive.subarray(start, start + archive.readUInt32LE(offset + 20))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, archive.readUInt16LE(offset + 10) === stored ? packed : inflateRawSync(packed))
}
