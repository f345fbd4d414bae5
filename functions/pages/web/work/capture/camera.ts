import { measureLight, type PictureLight } from './light.ts'

/** TypeScript's library lacks it (https://www.w3.org/TR/image-capture/). */
declare const ImageCapture:
  | (new (
      track: MediaStreamTrack,
    ) => { readonly takePhoto: () => Promise<Blob> })
  | undefined

export type CapturedImage = ImageBitmap | HTMLVideoElement

/** Opens the back camera at its largest size. @throws DOMException where there is none, or it may not be used */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 2560 }, height: { ideal: 1440 } },
  })

export const closeCamera = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Some phones never answer. */
const timeoutMs = 4000

/** Takes a still where the camera can make one, else the picture of the viewfinder. */
export const takePicture = async (
  stream: MediaStream,
  viewfinder: HTMLVideoElement,
): Promise<CapturedImage> => {
  if (typeof ImageCapture === 'undefined') return viewfinder
  try {
    const camera = new ImageCapture(stream.getVideoTracks()[0]!)
    const late = new Promise<never>((_, reject) => setTimeout(reject, timeoutMs))
    return await createImageBitmap(await Promise.race([camera.takePhoto(), late]))
  } catch {
    return viewfinder
  }
}

/** Enough to read a house number across a street, and little enough for a bad network. */
const longestSide = 2000
const mostBytes = 400_000
const thumbnailSide = 240
/** So few pixels that the noise of a camera in the dark is averaged away. */
const lightSide = 32
/** From the best to the least that still shows something. */
const qualities = [0.85, 0.75, 0.65, 0.5, 0.35]

const drawn = (picture: CapturedImage | HTMLCanvasElement, side: number): HTMLCanvasElement => {
  const [width, height] =
    'videoWidth' in picture ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height]
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

/** Tries every quality, then half the size: grass and leaves take many bytes. */
const small = async (picture: CapturedImage, side: number): Promise<Blob> => {
  const canvas = drawn(picture, side)
  for (const quality of qualities) {
    const jpeg = await jpegOf(canvas, quality)
    if (jpeg.size <= mostBytes) return jpeg
  }
  return small(picture, side / 2)
}

const readLight = (picture: HTMLCanvasElement): PictureLight => {
  const canvas = drawn(picture, lightSide)
  return measureLight(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data)
}

/** Makes the JPEG that is sent, and a thumbnail to recognise it by; tells how light it is. */
export const shrink = async (picture: CapturedImage) => {
  const thumbnail = drawn(picture, thumbnailSide)
  return {
    jpeg: await small(picture, longestSide),
    thumbnail: await jpegOf(thumbnail, 0.7),
    light: readLight(thumbnail),
  }
}
