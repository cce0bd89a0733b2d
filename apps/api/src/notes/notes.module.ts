import { Module } from '@nestjs/common';
import { ManageNotes } from './manage-notes.js';
import { NotesController } from './notes.controller.js';

@Module({ controllers: [NotesController], providers: [ManageNotes] })
export class NotesModule {}
