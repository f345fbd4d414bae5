/** What is sent: enough to read a house number across a street, and little enough for a bad network. */
const longestSide = 2000
const mostBytes = 400_000
const thumbnailSide = 240
/** From the best that may fit to what still shows something. */
const qualities = [0.85, 0.75, 0.65, 0.5, 0.35]

type Picture = ImageBitmap | HTMLVideoElement

const sidesOf = (picture: Picture): readonly [number, number] =>
  'videoWidth' in picture ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height]

const drawn = (picture: Picture, side: number): HTMLCanvasElement => {
  const [width, height] = sidesOf(picture)
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('This phone could not make a JPEG.'))),
      'image/jpeg',
      quality,
    ),
  )

/** Every quality, then half the size: grass and leaves fill many bytes. */
const small = async (picture: Picture, side: number): Promise<Blob> => {
  const canvas = drawn(picture, side)
  for (const quality of qualities) {
    const jpeg = await jpegOf(canvas, quality)
    if (jpeg.size <= mostBytes) return jpeg
  }
  return small(picture, side / 2)
}

/** A picture as it is kept and sent, and a small one to recognise it by. */
export const shrink = async (
  picture: Picture,
): Promise<{ readonly jpeg: Blob; readonly thumbnail: Blob }> => ({
  jpeg: await small(picture, longestSide),
  thumbnail: await jpegOf(drawn(picture, thumbnailSide), 0.7),
})
