import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { crc32 } from 'node:zlib'

/*
 * Bundled into the functions in place of the SDK's digests (@smithy/core/checksum), which bring implementations of
 * their own for where Node was built without OpenSSL.
 */

type Bytes = string | Uint8Array

class Digest {
  readonly #open: () => Hash | Hmac
  #hash

  constructor(algorithm: string, key?: Bytes) {
    this.#open = () => (key ? createHmac(algorithm, key) : createHash(algorithm))
    this.#hash = this.#open()
  }

  update(bytes: Bytes): void {
    this.#hash.update(bytes)
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    this.#hash = this.#open()
  }
}

export class Sha256 extends Digest {
  /** @param key makes it an HMAC */
  constructor(key?: Bytes) {
    super('sha256', key)
  }
}

export class Md5 extends Digest {
  constructor() {
    super('md5')
  }
}

export class Crc32 {
  #value = 0

  update(bytes: Bytes): void {
    this.#value = crc32(bytes, this.#value)
  }

  async digest(): Promise<Uint8Array> {
    const four = Buffer.alloc(4)
    four.writeUInt32BE(this.#value)
    return four
  }

  reset(): void {
    this.#value = 0
  }
}

/* The same under the names that the SDK hands on. */
export {
  Crc32 as Crc32Js,
  Crc32 as Crc32Node,
  Md5 as Md5Js,
  Md5 as Md5Node,
  Sha256 as Sha256Js,
  Sha256 as Sha256Node,
}

/** Of bodies in streams: ours are whole. */
export const readableStreamHasher = (): never => {
  throw new Error('Digests of streams are left out of the bundle')
}
