import { Body, Controller, Delete, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { LIMITS, type TenantId } from '#libs/core';
import { NoteEntryDto } from '#libs/dto';
import { Account, type AccountCaller, Tenant } from '#libs/guards';
import { ExternalIdPipe } from '../customers/external-id.pipe.js';
import { AccountAccess } from '../http/access/account-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { ManageNotes } from './manage-notes.js';
import { DeletedNoteDto, WriteNoteDto } from './note.dto.js';

const EXTERNAL_ID = { name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' };
const NOTE_ID = { name: 'note_id', format: 'uuid', description: 'From the timeline of the customer' };
const UNKNOWN = { status: 404, type: ErrorDto, description: 'There is no such customer, or no such note' };
const INVALID = { status: 400, type: ErrorDto, description: 'The text is not valid' };
const NOT_YOURS = { status: 403, type: ErrorDto, description: 'Somebody else wrote the note, and you are no admin' };

@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard/customers/:external_id/notes')
export class NotesController {
  constructor(private readonly notes: ManageNotes) {}

  @Post()
  @ApiOperation({
    summary: 'Write a note on a customer',
    description: `For people only: answers to API keys have no notes. At most ${LIMITS.notes.perCustomer} notes. They are erased with the customer.`,
  })
  @ApiParam(EXTERNAL_ID)
  @ApiResponse({ status: 201, type: NoteEntryDto })
  @ApiResponse(INVALID)
  @ApiResponse(UNKNOWN)
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The customer has the most notes' })
  add(
    @Tenant() tenantId: TenantId,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Body() { text }: WriteNoteDto,
    @Account() person: AccountCaller,
  ): Promise<NoteEntryDto> {
    return this.notes.add(tenantId, externalId, text, person);
  }

  @Patch(':note_id')
  @ApiOperation({ summary: 'Change a note', description: 'Its author, admins and owners may change a note.' })
  @ApiParam(EXTERNAL_ID)
  @ApiParam(NOTE_ID)
  @ApiResponse({ status: 200, type: NoteEntryDto })
  @ApiResponse(INVALID)
  @ApiResponse(NOT_YOURS)
  @ApiResponse(UNKNOWN)
  change(
    @Tenant() tenantId: TenantId,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Param('note_id') noteId: string,
    @Body() { text }: WriteNoteDto,
    @Account() person: AccountCaller,
  ): Promise<NoteEntryDto> {
    return this.notes.change(tenantId, { externalId, noteId }, text, person);
  }

  @Delete(':note_id')
  @ApiOperation({ summary: 'Delete a note', description: 'Its author, admins and owners may delete a note.' })
  @ApiParam(EXTERNAL_ID)
  @ApiParam(NOTE_ID)
  @ApiResponse({ status: 200, type: DeletedNoteDto })
  @ApiResponse(NOT_YOURS)
  @ApiResponse(UNKNOWN)
  remove(
    @Tenant() tenantId: TenantId,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Param('note_id') noteId: string,
    @Account() person: AccountCaller,
  ): Promise<DeletedNoteDto> {
    return this.notes.remove(tenantId, { externalId, noteId }, person);
  }
}
