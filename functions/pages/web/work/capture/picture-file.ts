import { NoticeError } from '../../ui/api.ts'

const inCloud =
  'It may lie in the cloud still: open it in the gallery, wait until it is there, then choose it again.'
const insteadOfIt = 'Choose another one, or take the photo here.'

const asText = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** Brands of HEIF pictures with HEVC inside, as phones write them (ISO/IEC 23008-12 annex B; `mif1` and `msf1` are any HEIF). */
const heicBrands: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Whether the first bytes are those of a format that every browser reads: JPEG, PNG, WebP. */
const isReadable = (start: string): boolean =>
  start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG') || /^RIFF.{4}WEBP/s.test(start)

/**
 * What is wrong with a file that the browser does not read as a picture, and what to do.
 * @param bytes its first twelve, or as many as there are; undefined if it cannot be opened
 */
export const describeUnreadable = (name: string, bytes: Uint8Array | undefined): string => {
  if (!bytes) return `“${name}” cannot be opened. ${inCloud}`
  if (bytes.length === 0) return `“${name}” is empty. ${inCloud}`
  const start = asText(bytes)
  if (start.slice(4, 8) === 'ftyp' && heicBrands.includes(start.slice(8, 12)))
    return `“${name}” is a HEIC photo, which this browser cannot read. Save it as JPEG in the gallery and choose that, or take the photo here. Later ones are JPEG if you turn “High efficiency” off in the settings of the camera.`
  return isReadable(start)
    ? `“${name}” is broken, or too large for this phone. ${insteadOfIt}`
    : `“${name}” is no photo that this browser can read. ${insteadOfIt}`
}

const readStart = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, 12).arrayBuffer())

/** Opens a photo that lies on the phone. @throws NoticeError that names the file, says what is wrong, and what to do */
export const openPicture = async (file: File): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    const start = await readStart(file).catch(() => undefined)
    throw new NoticeError(describeUnreadable(file.name, start), { cause })
  }
}
