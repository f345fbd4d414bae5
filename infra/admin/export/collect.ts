import { createHash } from 'node:crypto'
import { retainedData } from '../../../shared/table/retained-data.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import type { ExportPage, ExportChunk } from '../../../shared/trust/export.ts'
import { RefusedError } from '../exit.ts'
import { invoke } from '../invoke.ts'
import type { AdminTarget } from '../target.ts'

/** A whole file, and what it is. */
export interface CollectedFile extends Omit<ExportChunk, 'offset' | 'base64'> {
  readonly bytes: Uint8Array
  readonly what: string
  readonly holds: string
  /** By which rule it is kept. */
  readonly until: string
}

/** A file of which some is there, until all of it is. */
interface PartialFile {
  readonly piece: ExportChunk
  readonly parts: readonly Buffer[]
}

const changed = ({ name }: ExportChunk) =>
  new RefusedError(`${name} changed while it was read: the same once more`)

/** What a piece makes of what came before it. @throws Refused where it does not follow */
const grown = (begun: PartialFile | undefined, piece: ExportChunk): PartialFile => {
  const part = Buffer.from(piece.base64, 'base64')
  if (piece.offset === 0) {
    if (begun) throw changed(begun.piece)
    return { piece, parts: [part] }
  }
  const follows = begun?.piece.name === piece.name && begun.piece.sha256 === piece.sha256
  if (!follows) throw changed(piece)
  return { piece, parts: [...begun.parts, part] }
}

const wholeOf = ({ piece, parts }: PartialFile): CollectedFile | undefined => {
  const bytes = Buffer.concat(parts)
  const { kind, name, keptUntil, size, sha256 } = piece
  if (bytes.length < size) return undefined
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw changed(piece)
  const { what, holds, until } = retainedData[kind]
  return { kind, name, keptUntil, size, sha256, bytes, what, holds, until }
}

/**
 * Has everything handed out that is kept of a verification, page by page, and passes each file on when it is whole.
 * @throws Refused, NotReached
 */
export const collectFiles = async (
  place: AdminTarget,
  key: VerificationKey,
  take: (file: CollectedFile) => void,
): Promise<void> => {
  let begun: PartialFile | undefined
  let page: ExportPage['next'] = null
  do {
    const command = { command: 'export', ...key, ...(page && { page }) }
    const answer = (await invoke(place, command)) as ExportPage
    for (const piece of answer.pieces) {
      begun = grown(begun, piece)
      const whole = wholeOf(begun)
      if (!whole) continue
      take(whole)
      begun = undefined
    }
    page = answer.next
  } while (page)
  if (begun) throw changed(begun.piece)
}
