import { createHash } from 'node:crypto'

/*
 * Merkle trees as RFC 9162 §2.1 has them (https://www.rfc-editor.org/rfc/rfc9162#section-2.1), which are those of RFC
 * 6962: SHA-256, a leaf behind the byte 0, a node behind the byte 1.
 */

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const ofLeaf = Uint8Array.of(0)
const ofNode = Uint8Array.of(1)

/** The hash of what stands in a leaf. */
export const leafHash = (bytes: Uint8Array): Buffer => sha256(ofLeaf, bytes)
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(ofNode, left, right)

/** The largest power of two below a size of 2 or more: where its tree divides. */
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1))

/** The root over the hashes of leaves; of none, the hash of nothing. */
export const merkleRoot = (leaves: readonly Buffer[]): Buffer => {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0]!
  const split = splitOf(leaves.length)
  return nodeHash(merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)))
}

/** What proves that a leaf is under the root, the nearest neighbour first (§2.1.3.1). */
export const inclusionPath = (index: number, leaves: readonly Buffer[]): readonly Buffer[] => {
  if (leaves.length <= 1) return []
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...inclusionPath(index, left), merkleRoot(right)]
    : [...inclusionPath(index - split, right), merkleRoot(left)]
}
