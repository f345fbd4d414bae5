import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { openPicture } from '../capture/picture-file.ts'
import type { CameraShot } from '../capture/take.ts'

export type KeepPhoto = (shot: CameraShot) => Promise<void>

/** A photo from the phone's gallery, where the camera does not open. */
export const ChooseFile = ({ onPicture }: { readonly onPicture: KeepPhoto }) => {
  const { isBusy, error, run } = useMutation()
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (!file) return
    await run(async () => onPicture({ picture: await openPicture(file), source: 'file', atMs: Date.now() }))
    // The same file may be chosen once more.
    input.value = ''
  }
  return (
    <details>
      <summary>Choose a photo from this phone instead</summary>
      <p>The office sees that it was not taken here.</p>
      <ErrorLine error={error} />
      <label>
        Photo
        <input
          type="file"
          accept="image/*"
          disabled={isBusy}
          onChange={event => void choose(event.currentTarget)}
        />
      </label>
    </details>
  )
}
