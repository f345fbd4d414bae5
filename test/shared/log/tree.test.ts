import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inclusionPath, leafHash, merkleRoot } from '../../../shared/log/tree.ts'
import { rootBy } from '../../support/receipts.ts'

/* The leaves and roots that implementations of RFC 6962 have tried each other with since the first of them. */

const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hex => Buffer.from(hex, 'hex'))

const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const hashes = leaves.map(leafHash)
const hex = (hash: Buffer): string => hash.toString('hex')

describe('a tree', () => {
  it.each(roots.map((root, size) => ({ size, root })))(
    'of $size leaves has the known root',
    ({ size, root }) => {
      expect(hex(merkleRoot(hashes.slice(0, size)))).toBe(root)
    },
  )

  it('tells a leaf from a node, and from a hash of its bytes', () => {
    const [one, other] = hashes
    const plain = createHash('sha256').update(leaves[0]!).digest('hex')
    expect(new Set([plain, hex(leafHash(leaves[0]!)), hex(merkleRoot([one!, other!]))]).size).toBe(3)
    expect(merkleRoot([leafHash(Buffer.concat([one!, other!]))])).not.toEqual(merkleRoot([one!, other!]))
  })
})

describe('a path', () => {
  it('leads from every leaf of every small tree to its root, and from none to another’s', () => {
    const many = [...Array(40).keys()].map(n => leafHash(Buffer.from(`${n}`)))
    for (let size = 1; size <= many.length; size++) {
      const some = many.slice(0, size)
      const root = hex(merkleRoot(some))
      for (let index = 0; index < size; index++) {
        const proof = { index, size, path: inclusionPath(index, some).map(hex) }
        expect(rootBy(hex(some[index]!), proof)).toBe(root)
        expect(rootBy(hex(some[(index + 1) % size]!), proof) === root).toBe(size === 1)
      }
    }
  })

  it('is as long as the tree is deep, and no other is taken for one', () => {
    const path = inclusionPath(4, hashes.slice(0, 7)).map(hex)
    const leaf = hex(hashes[4]!)
    const proof = { index: 4, size: 7, path }
    const root = roots[7]
    expect(rootBy(leaf, proof)).toBe(root)
    const others = [
      { ...proof, path: path.slice(1) },
      { ...proof, path: [...path, path[0]!] },
      { ...proof, path: path.toReversed() },
      { ...proof, index: 5 },
      { ...proof, index: 7 },
      { ...proof, index: -1 },
      { ...proof, size: 0 },
    ]
    for (const other of others) expect(rootBy(leaf, other)).not.toBe(root)
  })
})
