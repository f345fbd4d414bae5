import { createHash } from 'node:crypto'

/* Merkle trees of RFC 9162 §2.1: SHA-256, prefix byte 0 for a leaf, 1 for a node. */

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest()

export const leafHash = (bytes: Uint8Array): Buffer => sha256(Uint8Array.of(0), bytes)
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Uint8Array.of(1), left, right)

const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1))

export const merkleRoot = (leaves: readonly Buffer[]): Buffer => {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0]!
  const split = splitOf(leaves.length)
  return nodeHash(merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)))
}

/** The nearest neighbour first (§2.1.3.1). */
export const inclusionPath = (index: number, leaves: readonly Buffer[]): readonly Buffer[] => {
  if (leaves.length <= 1) return []
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...inclusionPath(index, left), merkleRoot(right)]
    : [...inclusionPath(index - split, right), merkleRoot(left)]
}
