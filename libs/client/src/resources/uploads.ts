import type { CreateUploadDto, RemovalDto, UploadDto } from '../generated/api.js';
import type { CallOptions, HttpCaller } from '../http/http-caller.js';

/** Uploaded files of orders. The data that an upload brought can be removed again. */
export class Uploads {
  constructor(private readonly http: HttpCaller) {}

  /** Names a file. Pass the id as `uploadId` with all of its events. */
  create(upload: CreateUploadDto, options?: CallOptions): Promise<UploadDto> {
    return this.http.call('POST /events/uploads', { body: upload }, options);
  }

  /** Returns the uploads, newest first. */
  async list(options?: CallOptions): Promise<readonly UploadDto[]> {
    return (await this.http.call('GET /events/uploads', {}, options)).data;
  }

  /** Removes what only this upload brought. `jobs.wait` waits for the end. @throws ChurnApiError 404 when the upload does not exist. */
  remove(uploadId: string, options?: CallOptions): Promise<RemovalDto> {
    return this.http.call('DELETE /events/uploads/{upload_id}', { path: { upload_id: uploadId } }, options);
  }
}
