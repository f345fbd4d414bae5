import { seededRandom } from '../shared/webhook/delivery/clock.ts'
import { vips } from './pictures.ts'

/* Houses between sky and ground, with windows, a door and what stands before them, as photos show them. */

type Picture = ReturnType<typeof vips.Image.black>

const [width, height] = [640, 480]

/** A house by its number. @param view 0, or another photo of it: from a step aside, by another light, with somebody before it */
export const housePicture = (number: number, view = 0): Picture => {
  const [ofHouse, ofView] = [seededRandom(number * 7919 + 13), seededRandom(number * 31 + view * 1009)]
  const between = (from: number, to: number) => from + (to - from) * ofHouse()
  const about = (most: number) => (view === 0 ? 0 : (ofView() > 0.5 ? 1 : -1) * most * (0.5 + ofView() / 2))
  const [zoom, aside, up, light] = [1 + about(0.12), about(0.1), about(0.06), 1 + about(0.2)]
  const toPixels = (value: number, side: number, moved: number) =>
    Math.max(0, Math.min(side, Math.round(side * (0.5 + (value - 0.5) * zoom + moved))))
  const horizon = between(0.5, 0.75)
  const rows = vips.Image.xyz(width, height).extractBand(1)
  const sky = rows.linear(-between(20, 80) / height, between(170, 240))
  let picture = rows.less(toPixels(horizon, height, up)).ifthenelse(sky, rows.linear(0.05, between(70, 150)))
  const texture = vips.Image.perlin(width, height, { cell_size: 64, seed: number * 10 + view })
  picture = picture.add(texture.linear(between(8, 25), 0))
  const block = (x: number, y: number, wide: number, high: number, shade: number): void => {
    const [left, right] = [toPixels(x, width, aside), toPixels(x + wide, width, aside)]
    const [top, bottom] = [toPixels(y, height, up), toPixels(y + high, height, up)]
    if (right > left && bottom > top)
      picture = picture.insert(vips.Image.black(right - left, bottom - top).linear(1, shade), left, top)
  }
  const [x, wide, top] = [between(0.05, 0.4), between(0.35, 0.6), horizon - between(0.2, 0.45)]
  const high = horizon - top + between(0.02, 0.12)
  block(x - 0.02, top - between(0.05, 0.15), wide + 0.04, 0.15, between(40, 120))
  block(x, top, wide, high, between(90, 220))
  const windows = 2 + Math.floor(between(0, 4))
  for (let each = 0; each < windows; each++)
    block(
      x + (wide * (each + 0.2)) / windows,
      top + high * between(0.2, 0.35),
      (wide / windows) * 0.5,
      high * 0.3,
      between(10, 90),
    )
  block(x + wide * between(0.1, 0.8), top + high * 0.45, wide * 0.12, high * 0.55, between(20, 200))
  for (let each = 0; each < 3; each++)
    block(between(-0.05, 0.95), between(0.3, 0.8), between(0.03, 0.15), between(0.1, 0.4), between(20, 200))
  if (view > 0) block(ofView() * 0.9, 0.5, 0.05, 0.3, 30 + ofView() * 150)
  const grain = vips.Image.gaussnoise(width, height, { mean: 0, sigma: 4, seed: number * 100 + view })
  return picture.add(grain).linear(light, 0).cast('uchar').copyMemory()
}

/** As a telephone makes it. */
export const asJpeg = (picture: Picture, quality = 85): Uint8Array => picture.jpegsaveBuffer({ Q: quality })

/** What is made of a photo so that it is another file: by name, how. */
export const disguises: Readonly<Record<string, (picture: Picture) => Uint8Array>> = {
  'drawn anew': picture => asJpeg(picture, 30),
  'half as large': picture => asJpeg(picture.resize(0.5)),
  'a quarter as large': picture => asJpeg(picture.resize(0.25)),
  brighter: picture => asJpeg(picture.linear(1.1, 5).cast('uchar')),
  darker: picture => asJpeg(picture.linear(0.9, -5).cast('uchar')),
  'with one byte more': picture => Buffer.concat([asJpeg(picture), Buffer.from([0])]),
}
