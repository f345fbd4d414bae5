/** What TypeScript's library does not know yet (https://www.w3.org/TR/image-capture/). */
interface StillCamera {
  takePhoto(): Promise<Blob>
}
declare const ImageCapture: (new (track: MediaStreamTrack) => StillCamera) | undefined

/** Some telephones never answer. */
const patienceMs = 4000

/** The camera on the back, as large as it goes. @throws DOMException where there is none, or it may not be used */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 2560 }, height: { ideal: 1440 } },
  })

export const closeCamera = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

const never = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('The camera did not answer.')), patienceMs))

const still = async (stream: MediaStream): Promise<ImageBitmap> => {
  if (typeof ImageCapture === 'undefined') throw new Error('No stills here.')
  const camera = new ImageCapture(stream.getVideoTracks()[0]!)
  return createImageBitmap(await Promise.race([camera.takePhoto(), never()]))
}

/** What the camera sees: as a still where it can make one, else as the viewfinder shows it. */
export const pictureOf = async (
  stream: MediaStream,
  viewfinder: HTMLVideoElement,
): Promise<ImageBitmap | HTMLVideoElement> => {
  try {
    return await still(stream)
  } catch {
    return viewfinder
  }
}
