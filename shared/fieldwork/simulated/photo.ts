import { crc32, deflateSync } from 'node:zlib'

const width = 240
const height = 160

type Colour = readonly [red: number, green: number, blue: number]

const skies: readonly Colour[] = [
  [135, 190, 225],
  [240, 190, 140],
  [190, 210, 200],
  [90, 110, 160],
]
const ground: Colour = [120, 150, 90]
const wall: Colour = [230, 215, 185]
const roof: Colour = [160, 70, 55]
const door: Colour = [95, 65, 45]

const isRoof = (x: number, y: number): boolean => y >= 40 && y < 75 && Math.abs(x - 120) <= y - 40 + 25
const isWithin = (x: number, y: number, [left, top, right, bottom]: readonly number[]): boolean =>
  x >= left! && x < right! && y >= top! && y < bottom!

/** A house on a meadow, under a sky of this photo's own. */
const colourAt = (x: number, y: number, sky: Colour): Colour => {
  if (isWithin(x, y, [110, 100, 130, 130])) return door
  if (isWithin(x, y, [70, 75, 170, 130])) return wall
  if (isRoof(x, y)) return roof
  return y < 125 ? sky : ground
}

/** A chunk of a PNG file: length, type, data, CRC (PNG specification §5.3, https://www.w3.org/TR/png/#5Chunk-layout). */
const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const header = (): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8) // 8 bits a sample, RGB
  return data
}

/** Rows of RGB samples, each led by its filter type: none. */
const pixels = (sky: Colour): Uint8Array => {
  const rowBytes = 1 + width * 3
  const data = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(colourAt(x, y, sky), y * rowBytes + 1 + x * 3)
  return data
}

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

/** A drawn PNG that stands for an evidence photo in test mode, so that its link can be followed. */
export const sandboxPhoto = (index: number): Uint8Array => {
  const sky = skies[index % skies.length]!
  return Buffer.concat([
    signature,
    chunk('IHDR', header()),
    chunk('IDAT', deflateSync(pixels(sky))),
    chunk('IEND', new Uint8Array()),
  ])
}
